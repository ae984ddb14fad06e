# shellcheck shell=sh
# heed for a sh that reads its commands from a pipe: judges each before it runs. heed-sh starts sh with `-c`, and this goes on reading
# the input in its place. POSIX only: dash has no arrays, no time limit for `read` and no list of its functions.

if [ "${__heed_step-}" = "$$" ]; then
  # One command, as a file of its own: a `return` in it ends nothing else.
  { __heed_arm; } 2>/dev/null
  eval "$__heed_command"
  return
fi

__heed_heed=@HEED@ __heed_version=@VERSION@ __heed_key=b$$.0 __heed_id=0 __heed_word='' __heed_text='' __heed_command='' __heed_status=0
if [ -n "${HEED_DIR-}" ]; then
  __heed_dir=$HEED_DIR
elif [ -d "${XDG_RUNTIME_DIR-}" ] && [ -O "${XDG_RUNTIME_DIR-}" ]; then
  __heed_dir=$XDG_RUNTIME_DIR/heed
else
  __heed_dir=${XDG_CACHE_HOME:-${HOME-}/.cache}/heed/run
fi
__heed_pipes=$__heed_dir/$__heed_key __heed_tab=$(printf '\t') __heed_line='
'

__heed_attach() {
  [ -p "$__heed_dir/ctl" ] && [ -O "$__heed_dir/ctl" ] && [ -O "$__heed_dir/pid" ] || return 1
  read -r __heed_server _ 2>/dev/null <"$__heed_dir/pid" || return 1
  kill -0 "$__heed_server" 2>/dev/null || return 1
  rm -f -- "$__heed_pipes.rq" "$__heed_pipes.rs"
  mkfifo -m 600 -- "$__heed_pipes.rq" "$__heed_pipes.rs" 2>/dev/null || return 1
  printf '%s\n' "$__heed_key" 1<>"$__heed_dir/ctl"
}

# __heed_call EXPORTS COUNT FIELD…: one exchange; with EXPORTS the environment goes along as a last field. The answer is read from an
# end that closes when the guard is gone: there is no other way to stop waiting.
__heed_call() {
  __heed_id=$((__heed_id + 1)) __heed_word='' __heed_exports=$1 __heed_count=$(($2 + 2))
  [ -p "$__heed_pipes.rq" ] && kill -0 "$__heed_server" 2>/dev/null || return 1
  shift 2
  {
    {
      printf '%s\0' "$__heed_count" "$$.$__heed_id" "$__heed_key" "$@"
      [ "$__heed_exports" = 0 ] || { export -p && printf '\0'; }
    } >&8
    while IFS=$__heed_tab read -r __heed_seen __heed_word __heed_text <&7; do
      [ "$__heed_seen" = "$$.$__heed_id" ] && return 0
    done
  } 8<>"$__heed_pipes.rq" 7<"$__heed_pipes.rs" 2>/dev/null
  __heed_word=''
  return 1
}

__heed_hello() {
  __heed_attach && __heed_call 1 8 hello 1 "$__heed_version" sh sh "$$" pipe && [ "$__heed_word" = hello ]
}

# __heed_tell NAMES: answers what the guard wants to know. It has followed the functions and aliases that came by here.
__heed_tell() {
  __heed_rest=$1
  set --
  while [ -n "$__heed_rest" ]; do
    __heed_want=${__heed_rest%% *}
    case $__heed_rest in *' '*) __heed_rest=${__heed_rest#* } ;; *) __heed_rest='' ;; esac
    __heed_name=${__heed_want#*:}
    case $__heed_want in
      variable:*)
        if eval "[ -n \"\${$__heed_name+set}\" ]"; then
          eval "set -- \"\$@\" variable $__heed_name 1 \"\$$__heed_name\""
        else set -- "$@" variable "$__heed_name" 0 ''; fi ;;
      *)
        case $(command -V "$__heed_name" 2>/dev/null) in
          *function* | *alias*) set -- "$@" "${__heed_want%%:*}" "$__heed_name" '?' '' ;;
          *) set -- "$@" "${__heed_want%%:*}" "$__heed_name" 0 '' ;;
        esac ;;
    esac
  done
  __heed_call 0 $(($# + 1)) have "$@"
}

# __heed_judge FINAL: whether __heed_command may run: 0 yes, 1 no and __heed_text says why, 2 it is not finished.
__heed_judge() {
  for __heed_attempt in first second; do
    if __heed_call 1 6 line "$1" "$PWD" "$__heed_command" ''; then
      while [ "$__heed_word" = need ]; do __heed_tell "$__heed_text" || break; done
      case $__heed_word in
        allow) return 0 ;;
        deny) return 1 ;;
        more) [ "$1" = 0 ] && return 2 ;;
      esac
    fi
    [ "$__heed_attempt" = first ] || break
    __heed_hello || { "$__heed_heed" serve --at "$__heed_dir" </dev/null >/dev/null 2>&1 && __heed_hello; } || break
  done
  __heed_text="heed: not run: the guard does not answer. Try \`heed doctor\`."
  return 1
}

# __heed_gather: reads a whole command from the input into __heed_command. 0 it may run, 1 it may not, 2 there is no more.
__heed_gather() {
  __heed_command='' __heed_final=0
  while :; do
    if ! IFS= read -r __heed_read <&9; then
      [ -n "$__heed_command$__heed_read" ] || return 2
      __heed_final=1
    fi
    __heed_command=$__heed_command${__heed_command:+$__heed_line}$__heed_read
    case $__heed_command in
      *[![:space:]]*) ;;
      *) continue ;;
    esac
    __heed_judge $__heed_final
    case $? in
      0) return 0 ;;
      1) return 1 ;;
    esac
  done
}

# __heed_arm: the options that the input has set, and the status of its last command.
__heed_arm() {
  case $__heed_flags in *x*) set -x ;; esac
  # Under errexit no command finds another status than 0.
  case $__heed_flags in *e*) set -e ;; *) return "$__heed_status" ;; esac
}

HEED_WITHIN=$$
export HEED_WITHIN
exec 9<&0 </dev/null
# shellcheck source=/dev/null disable=SC2154 # set where this file is called
[ -z "${HEED_CALL-}" ] || { __heed_call=$HEED_CALL && . "${__heed_file%/*}/session.sh"; }
__heed_flags=$-
set +ex
# The outer loop is for a `break` in the input.
while :; do
  while :; do
    __heed_gather
    case $? in
      1)
        printf '%s\n' "$__heed_text" >&2
        __heed_status=126
        continue ;;
      2) exit "$__heed_status" ;;
    esac
    __heed_step=$$
    # shellcheck source=/dev/null disable=SC2154 # set where this file is called
    . "$__heed_file" <&9 9<&-
    { __heed_status=$? __heed_flags=$- __heed_step=''; set +ex; } 2>/dev/null
  done
done
