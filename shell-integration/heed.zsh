# heed for zsh 5.8 and newer: hands every line to the guard before zsh runs any of it.
# `heed init zsh` prints this; it belongs at the end of ~/.zshrc.
#
# preexec has the whole line, complete, with history and aliases expanded. An error there drops the line; zsh offers no other way
# that no trap can undo. zshaddhistory sees what `fc` and `r` run from inside another line, which preexec does not.

if [[ -o interactive && -z ${ZSH_EXECUTION_STRING-} && ${ZSH_VERSION-} != (5.<8->*|<6->.*) ]]; then
  print -ru2 -- "heed: zsh $ZSH_VERSION cannot be guarded (5.8 and newer can): lines run unchecked here."
fi
if [[ -o interactive && ${__heed_pid-} != $$ && ${ZSH_VERSION-} == (5.<8->*|<6->.*) ]]; then

  # What follows must not be read with the user's aliases.
  'builtin' 'typeset' -gi +x __heed_pid=$$ __heed_id=0 __heed_aliases=0
  [[ -o aliases ]] && __heed_aliases=1
  'builtin' 'setopt' no_aliases

fi
if [[ ${__heed_aliases-} == <-> ]]; then

zmodload zsh/net/socket zsh/system zsh/parameter zsh/sched
typeset -g +x __heed_heed=@HEED@ __heed_version=@VERSION@ __heed_ask=@ASK@
typeset -g +x __heed_key=z$$.$RANDOM$RANDOM __heed_dir= __heed_port= __heed_start= __heed_running= __heed_word= __heed_text=
typeset -gi +x __heed_wait=5 __heed_comments=0
[[ ${HEED_ASK-} == refuse ]] && __heed_ask=refuse
[[ ${HEED_TIMEOUT-} == <-> ]] && __heed_wait=$HEED_TIMEOUT

if [[ -n ${HEED_DIR-} ]]; then
  __heed_dir=$HEED_DIR
elif [[ ${XDG_RUNTIME_DIR-} == /* && -O ${XDG_RUNTIME_DIR-} ]]; then
  __heed_dir=$XDG_RUNTIME_DIR/heed
else
  __heed_dir=${XDG_CACHE_HOME:-$HOME/.cache}/heed/run
fi
# `heed shell` listens at a port as well. Files can be exchanged for others; a port that is taken stays with who has it.
[[ -n ${HEED_DIR-} && ${HEED_PORT-} == <1-> ]] && zmodload zsh/net/tcp && __heed_port=$HEED_PORT

# __heed_call KIND FIELD…: one exchange with the guard, answered in __heed_word and __heed_text; false if there is no answer. A line
# goes with what its words name and with everything exported, as it is now: other hooks (mise, direnv) may have run since the last one.
__heed_call() {
  local REPLY id seen wait=$__heed_wait
  local -i fd
  local -a reply
  __heed_word= __heed_text=
  # The user may have disabled or unloaded what this needs.
  builtin enable print read exec sched trap zsocket typeset 2>/dev/null
  builtin zmodload zsh/net/socket zsh/system zsh/parameter zsh/sched 2>/dev/null
  if [[ -n $__heed_port ]]; then
    builtin zmodload zsh/net/tcp 2>/dev/null
    if ! builtin ztcp 127.0.0.1 $__heed_port 2>/dev/null; then
      __heed_text='is not running'
      return 1
    fi
  elif ! [[ -O $__heed_dir/heed.sock ]] || ! builtin zsocket $__heed_dir/heed.sock 2>/dev/null; then
    __heed_text='is not running'
    return 1
  fi
  fd=$REPLY
  id=$sysparams[pid].$((++__heed_id))
  {
    if [[ $1 == line ]]; then
      # In a long line it would take longer to look than to be asked.
      (( $#4 < 4000 )) && __heed_named ${5:-$4} && __heed_hash "$4" && reply=($(($#reply + 3)) $id $__heed_key know "${(@)reply}")
      {
        builtin print -rN -- "${(@)reply}" $(($# + 3)) $id $__heed_key "$@"
        builtin typeset -px
        builtin print -rn -- $'\0'
      } >&$fd 2>/dev/null
    else
      builtin print -rNu $fd -- $(($# + 2)) $id $__heed_key "$@" 2>/dev/null
    fi
    while IFS=$'\t' builtin read -r ${wait:+-t} ${wait:+$wait} -u $fd seen __heed_word __heed_text; do
      [[ $seen == $id ]] || break
      [[ $__heed_word == wait ]] || return 0
      wait=
    done
  } always {
    if [[ -n $__heed_port ]]; then builtin ztcp -c $fd; else exec {fd}>&-; fi
  }
  __heed_text='does not answer'
  [[ -n $__heed_word ]] && __heed_text='answers nonsense'
  return 1
}

# __heed_named LINE: the aliases and functions that its words name, in `reply` as for __heed_tell.
__heed_named() {
  local word
  local -a found
  for word in ${(s: :)1//[$' \t\n;|&()<>`"\'${}!=']##/ }; do
    [[ $word == (*[^A-Za-z0-9_.+:@%,^~/-]*|@) ]] && continue
    (( $+aliases[$word] )) && found+=(alias:$word)
    (( $+functions[$word] )) && found+=(function:$word)
  done
  __heed_tell ${(u)found}
  return 0
}

# __heed_hash LINE: whether a hash in it begins a comment here, behind what is in `reply`.
__heed_hash() {
  [[ $1 == *\#* ]] && reply+=(option interactivecomments $__heed_comments '')
  return 0
}

# __heed_reach: starts or restarts the resident process if it is not there, and makes this shell known to it.
__heed_reach() {
  __heed_hello && return 0
  # It holds the terminal: while it lives nobody takes its place.
  [[ -z $__heed_port ]] || return 1
  local said
  if ! said=$($__heed_heed serve --at $__heed_dir </dev/null 2>&1); then
    __heed_text='cannot be started'
    [[ $said == 'heed: error: '* ]] && __heed_text+=${said#heed: error} __heed_text=${__heed_text%% \(the line*}
    [[ -x $__heed_heed ]] || __heed_text="is missing ($__heed_heed)"
    return 1
  fi
  __heed_hello
}

__heed_hello() {
  local REPLY __heed_wait=$((__heed_wait < 1 ? __heed_wait : 1))
  # In a sandbox without a network there are still the files.
  if [[ -n $__heed_port ]]; then
    if builtin ztcp 127.0.0.1 $__heed_port 2>/dev/null; then builtin ztcp -c $REPLY; else __heed_port=; fi
  fi
  __heed_call hello 1 $__heed_version zsh $ZSH_VERSION $$ $__heed_ask "$__heed_start" || return
  [[ $__heed_word == hello ]] && return 0
  [[ $__heed_word == other ]] && __heed_text="is heed $__heed_text, and this shell loaded $__heed_version: open a new one"
  return 1
}

# __heed_judge TEXT EXPANDED: true if it may run; otherwise the reason is in __heed_text.
__heed_judge() {
  local attempt
  local -a reply
  if [[ $1$2 == *$'\0'* ]]; then
    __heed_text='heed: denied: the line holds a NUL byte'
    return 1
  fi
  for attempt in first second; do
    # A line that the socket does not hold is only sent to a guard that reads.
    if { (( $#1 < 10000 )) || __heed_call ping } && __heed_call line 1 $PWD "$1" "$2"; then
      while [[ $__heed_word == need ]]; do
        __heed_tell ${=__heed_text}
        __heed_call have "${(@)reply}" || break
      done
      case $__heed_word in
        (allow) return 0 ;;
        (deny) return 1 ;;
        (ask) __heed_question; return ;;
        (who) __heed_text='does not know this shell' ;;
        ('') ;;
        (*) __heed_text='answers nonsense' ;;
      esac
    fi
    [[ $attempt == first ]] && __heed_reach || break
  done
  __heed_unguarded "$1"
}

# __heed_tell WHAT:NAME…: what this shell knows of them, in `reply`.
__heed_tell() {
  local want name
  reply=()
  for want; do
    name=${want#*:}
    case $want in
      (alias:*) if (( $+aliases[$name] )); then reply+=(alias $name 1 "$aliases[$name]"); else reply+=(alias $name 0 ''); fi ;;
      (function:*) if (( $+functions[$name] )); then reply+=(function $name 1 "$name () {
$functions[$name]
}"); else reply+=(function $name 0 ''); fi ;;
      (variable:*)
        case ${(Pt)name} in
          (scalar*|integer*|float*) reply+=(variable $name 1 "${${(P)name}//$'\0'/}") ;;
          ('') reply+=(variable $name 0 '') ;;
          (*) reply+=(variable $name '?' '') ;;
        esac ;;
    esac
  done
}

# __heed_question: puts the guard's question to the person at the terminal and reports the answer; true if the line may run.
__heed_question() {
  local reply=
  __heed_drain 0.1
  builtin print -rn -- "$__heed_text"$'\nrun it? [y/N] ' >/dev/tty && IFS= builtin read -r reply </dev/tty
  if [[ $reply == (y|Y|yes|Yes|YES) ]]; then
    __heed_call yes || { __heed_text="heed: not run: the guard $__heed_text and cannot log the answer"; return 1 }
    [[ $__heed_word == allow ]]
  else
    __heed_call no
    __heed_text='heed: not run.'
    return 1
  fi
}

# __heed_drain SECONDS: drops what was typed or pasted ahead, until nothing has come for so long.
__heed_drain() {
  local key
  while builtin read -rst $1 -k 1 key </dev/tty; do :; done 2>/dev/null
}

# __heed_unguarded LINE: without a guard only what helps to get it back, or to leave, may run.
__heed_unguarded() {
  [[ $1 == [[:blank:]]#(exit|logout)([[:blank:]]##<->)#[[:blank:]]# ]] && return 0
  [[ $1 == [[:blank:]]#heed([[:blank:]]##[[:alnum:]./_=-]##)#[[:blank:]]# ]] && (( ! $+aliases[heed] && ! $+functions[heed] )) && return 0
  __heed_text="heed: not run: the guard $__heed_text. Try \`heed doctor\`; until it is back only \`exit\` and plain \`heed ...\` commands run here (\`heed uninstall\` takes heed out of your startup files)."
  return 1
}

# A precmd hook cannot set $?; what `sched` runs just before the prompt can. Under errexit that would end the shell.
__heed_status() { [[ -o errexit ]] && return 0; return 126 }

# __heed_release LINE: a harness may have put `; tmux wait -S NAME` behind the line, and waits for that. It is no more than a signal.
__heed_release() {
  local MATCH word='[[:alnum:]_./-]+' blank='[[:blank:]]'
  local -i MBEGIN MEND
  local -a match mbegin mend
  [[ $1 =~ ";$blank*tmux($blank+-([LS])$blank*($word))?$blank+wait(-for)?$blank+-S$blank+($word)$blank*\$" ]] || return 0
  command tmux ${match[1]:+-$match[2]} $match[3] wait-for -S $match[5] >/dev/null 2>&1
}

# __heed_stop LINE: says why and drops the line with an error.
__heed_stop() {
  builtin print -ru2 -- "$__heed_text"
  __heed_drain 0
  __heed_release "$1"
  builtin sched +0 __heed_status
  { : ${:?} } 2>/dev/null
  # Still here: the redirection above failed, for want of a descriptor or in a restricted shell.
  : ${:?denied}
}

__heed_preexec() {
  # Under allexport it is exported here, and nowhere else.
  local comments=${options[interactivecomments]}
  builtin emulate -L zsh -o no_aliases -o extended_glob -o no_xtrace -o local_traps
  typeset +x comments
  __heed_comments=${${comments:#off}:+1}
  builtin trap - INT
  local expanded=$3
  [[ ${3//[[:space:];]/} == "${1//[[:space:];]/}" ]] && expanded=
  __heed_judge "$1" "$expanded" || __heed_stop "$1"
  __heed_running=1
}

__heed_addhistory() {
  # Under allexport it is exported here, and nowhere else.
  local comments=${options[interactivecomments]}
  builtin emulate -L zsh -o no_aliases -o extended_glob -o no_xtrace -o local_traps
  typeset +x comments
  __heed_comments=${${comments:#off}:+1}
  # The line itself comes by here before its preexec; only what runs inside of it is judged here.
  if [[ -z $__heed_running ]]; then
    __heed_heal
    return 0
  fi
  builtin trap - INT
  if ! __heed_judge "${1%$'\n'}" ''; then
    builtin print -rs -- "${1%$'\n'}"
    __heed_stop "${1%$'\n'}"
  fi
  return 0
}

__heed_precmd() {
  builtin emulate -L zsh -o no_aliases -o no_xtrace
  __heed_running=
  __heed_heal
}

# __heed_heal: puts the hooks back where they belong: preexec last, so that what the others start is finished; history first.
__heed_heal() {
  [[ ${preexec_functions[-1]-} == __heed_preexec ]] || preexec_functions=(${preexec_functions:#__heed_preexec} __heed_preexec)
  [[ ${zshaddhistory_functions[1]-} == __heed_addhistory ]] ||
    zshaddhistory_functions=(__heed_addhistory ${zshaddhistory_functions:#__heed_addhistory})
  [[ -n ${precmd_functions[(r)__heed_precmd]-} ]] || precmd_functions+=(__heed_precmd)
}

__heed_setup() {
  builtin emulate -L zsh -o no_aliases -o extended_glob -o no_xtrace
  typeset -ga preexec_functions precmd_functions zshaddhistory_functions
  __heed_heal
  # Kept so that a guard that comes up later knows what this shell began with.
  __heed_start=$(builtin typeset -px)
  __heed_reach
  # `zsh -ic TEXT` reads .zshrc, but its text never comes by a hook.
  [[ -n ${ZSH_EXECUTION_STRING-} ]] || return 0
  __heed_judge "$ZSH_EXECUTION_STRING" '' && return 0
  builtin print -ru2 -- "$__heed_text"
  exit 126
}
__heed_setup

(( __heed_aliases )) && setopt aliases
unset __heed_aliases

fi
