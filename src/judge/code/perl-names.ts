/** The words of Perl that heed knows. */

const list = (text: string) => new Set(text.trim().split(/\s+/));

/** A value follows them. */
export const functions =
  list(`print printf say if elsif unless while until for foreach and or not xor eq ne lt gt le ge cmp x my our
  local state return die warn exit split join map grep sort reverse keys values each exists delete defined scalar push pop
  shift unshift splice substr index rindex uc lc ucfirst lcfirst fc length sprintf abs int sqrt sin cos atan2 exp log hex oct
  ord chr chomp chop rand srand localtime gmtime pack unpack vec quotemeta pos ref undef lstat stat sleep binmode close eof
  else do continue last next redo sum max min first uniq shuffle floor ceil strftime fmod Dumper decode_json encode_json
  uniqnum any all none sum0 product maxstr minstr pairs looks_like_number blessed basename dirname`);
export const complete = list("time times wantarray STDIN STDOUT STDERR __FILE__ __LINE__ __PACKAGE__ BEGIN END LINE");
/** Functions of Perl's own that reach out; a program's function of such a name does not take their place. */
export const builtins =
  list(`accept alarm bind bless caller chdir chmod chown chroot connect dbmopen dump evalbytes fcntl fileno flock
  fork getc glob goto ioctl kill link listen lock mkdir opendir pipe read readdir readlink readpipe recv rename require seek
  select send setpgrp setpriority setsockopt shmget socket socketpair symlink syscall sysopen sysread sysseek syswrite tie
  truncate umask untie utime wait waitpid write`);
export const modules =
  /^(?:strict|warnings|utf8|feature|integer|bigint|bignum|constant|POSIX|List::Util|Scalar::Util|Data::Dumper|JSON::PP|JSON|Time::Local|Time::HiRes|Time::Piece|MIME::Base64|Digest::(?:MD5|SHA)|Encode|File::Basename|Text::Wrap|Math::Trig|v?[\d._]+)$/;
