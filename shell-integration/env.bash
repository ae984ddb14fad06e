{ [[ $- == *i* || ${__heed_pid-} == "$$" ]] || { __heed_flags=$-; \builtin set +aefuvx; }; } 2>/dev/null
# shellcheck shell=bash
# heed for bash that is not interactive: judges the command, the script or the piped input that this bash was started for, before
# any of it runs. bash reads this file first when BASH_ENV names it (`heed guards`). Above: under -v or -x bash would show all this.

if [[ $- != *i* && ${__heed_pid-} != "$$" ]]; then
  __heed_pid=$$ __heed_heed=@HEED@ __heed_version=@VERSION@ __heed_file=${BASH_SOURCE[0]} __heed_within=${HEED_WITHIN-}
  __heed_id=0 __heed_wait=${HEED_TIMEOUT:-5} __heed_what='' __heed_text='' __heed_word='' __heed_pipes='' __heed_zero='' \
    __heed_port=''
  if [[ -n ${HEED_DIR-} ]]; then
    __heed_dir=$HEED_DIR
  elif [[ ${XDG_RUNTIME_DIR-} == /* && -O ${XDG_RUNTIME_DIR-} ]]; then
    __heed_dir=$XDG_RUNTIME_DIR/heed
  else
    __heed_dir=${XDG_CACHE_HOME:-${HOME-}/.cache}/heed/run
  fi
  # `heed shell` listens at a port as well. Files can be exchanged for others; a port that is taken stays with who has it.
  [[ -n ${HEED_DIR-} && ${HEED_PORT-} == [1-9]* ]] && __heed_port=$HEED_PORT

  # __heed_lives: a process that has ended but that nobody has waited for (a container without an init) still takes signals.
  __heed_lives() {
    [[ -e /proc/$1/exe || ! -e /proc/self/exe ]] && builtin kill -0 "$1" 2>/dev/null
  }

  # __heed_attach: meets the resident process, if there is one, at its port or at a pair of FIFOs.
  __heed_attach() {
    local server _
    __heed_word='' __heed_text='is not running'
    # In a sandbox without a network there are still the files.
    if [[ -n $__heed_port ]] && ! builtin : 199<>"/dev/tcp/127.0.0.1/$__heed_port"; then __heed_port=''; fi 2>/dev/null
    if [[ -n $__heed_port ]]; then
      __heed_pipes=${__heed_pipes:-$__heed_dir/b$$.$RANDOM}
      builtin return 0
    fi
    [[ -p $__heed_dir/ctl && -O $__heed_dir/ctl && -O $__heed_dir/pid ]] || builtin return 1
    builtin read -r server _ 2>/dev/null <"$__heed_dir/pid" || builtin return 1
    __heed_lives "$server" || builtin return 1
    if [[ ! -p $__heed_pipes.rq || ! -O $__heed_pipes.rq ]]; then
      __heed_pipes=$__heed_dir/b$$.$RANDOM
      command mkfifo -m 600 -- "$__heed_pipes.rq" "$__heed_pipes.rs" 2>/dev/null || builtin return 1
    fi
    builtin printf '%s\n' "${__heed_pipes##*/}" 1<>"$__heed_dir/ctl"
  }

  # __heed_call WRITER COUNT ARGUMENT…: one exchange, answered in __heed_word and __heed_text. WRITER writes COUNT fields. The FIFOs
  # are opened both ways, so that neither opening nor writing waits for a process that is gone.
  __heed_call() {
    __heed_word=''
    if [[ -n $__heed_port ]]; then
      __heed_exchange "$@" 2>/dev/null 199<>"/dev/tcp/127.0.0.1/$__heed_port" 198<&199 && builtin return 0
    elif [[ -p $__heed_pipes.rq && -p $__heed_pipes.rs ]]; then
      __heed_exchange "$@" 199<>"$__heed_pipes.rq" 198<>"$__heed_pipes.rs" && builtin return 0
    else
      builtin return 1
    fi
    __heed_word='' __heed_text='does not answer'
    builtin return 1
  }

  # __heed_exchange WRITER COUNT ARGUMENT…: asks on descriptor 199 and is answered on 198.
  __heed_exchange() {
    local IFS=$' \t\n' seen wait=$__heed_wait id=$$.$((++__heed_id))
    {
      builtin printf '%s\0' "$(($2 + 2))" "$id" "${__heed_pipes##*/}"
      "$1" "${@:3}"
    } >&199
    while IFS=$'\t' builtin read -r ${wait:+-t "$wait"} -u 198 seen __heed_word __heed_text; do
      if [[ $seen == "$id" ]]; then
        [[ $__heed_word == wait ]] || builtin return 0
        # A person is being asked.
        wait=
        builtin continue
      fi
      [[ $seen == [0-9]*.[0-9]* ]] || builtin break
    done
    builtin return 1
  }

  # Everything exported, as it is now; then the functions, as `once` wants to have them.
  __heed_write() { builtin printf '%s\0' "$@"; builtin declare -px; builtin printf '\0'; }
  __heed_write_once() { __heed_write "$@"; builtin export -pf; builtin printf '\0'; }
  # __heed_fits TEXT: whether a pipe takes that at once. What does not fit goes only to a guard that reads, so as not to wait for ever.
  __heed_fits() { ((${#1} < 12000)) || { __heed_call builtin 1 printf '%s\0' ping && [[ $__heed_word == pong ]]; }; }

  # __heed_once ARGUMENT…: asks for all that this bash is going to run. True if it may.
  __heed_once() {
    local -a fields
    fields=(once 1 "$__heed_version" bash "$$" "$__heed_within" "$PWD" "$SHELLOPTS:${BASHOPTS-}" "$__heed_what" "$__heed_text" "$0" "$#" "$@")
    if __heed_attach && __heed_fits "$__heed_text" && __heed_call __heed_write_once $((${#fields[@]} + 2)) "${fields[@]}"; then
      [[ $__heed_word == allow ]] && builtin return 0
      [[ $__heed_word == deny ]] && builtin return 1
    fi
    # Nobody is there who answers: a guard of our own, for this once.
    __heed_text=$({
      builtin printf '%s\0' $((${#fields[@]} + 4)) 0 -
      __heed_write_once "${fields[@]}"
    } | "$__heed_heed" once 2>/dev/null) || __heed_text=''
    [[ $__heed_text == 0$'\t'allow$'\t'* ]] && builtin return 0
    if [[ $__heed_text == 0$'\t'deny$'\t'* ]]; then __heed_text=${__heed_text#0$'\t'deny$'\t'}; else __heed_text=''; fi
    [[ -n $__heed_text ]] || __heed_text="heed: not run: the guard does not answer. Try \`heed doctor\`."
    builtin return 1
  }

  if [[ ${HEED_JUDGED-} == "$$" ]]; then
    # heed-bash did it, and became this bash.
    __heed_what=''
  elif [[ -n ${BASH_EXECUTION_STRING+set} ]]; then
    __heed_what=command __heed_text=$BASH_EXECUTION_STRING
  else
    # A script is the only thing that gives $0 another name than the one that bash was called by.
    { IFS= builtin read -rd '' __heed_zero </proc/$$/cmdline || __heed_zero=${0##*/}; } 2>/dev/null
    if [[ $__heed_flags == *s* || $0 == "$__heed_zero" && $0 == *bash ]]; then
      __heed_what=input
    else
      __heed_what=script __heed_text=$0
    fi
  fi
  if [[ -n ${HEED_SESSION-} && -z $__heed_within && -n $__heed_what && -z ${HEED_CALL-} && -r /proc/$$/cmdline ]]; then
    # What earlier calls of the session left is for heed-bash to bring back: this process becomes it, with the same arguments.
    builtin mapfile -d '' -t __heed_words </proc/$$/cmdline
    __heed_words[0]=${__heed_words[0]:0:1}
    # The minus in the name of a login shell.
    [[ ${__heed_words[0]} != - ]] || __heed_words[0]=--login
    [[ ${__heed_words[0]} == --login ]] || builtin unset '__heed_words[0]'
    \exec "$__heed_heed" dropin bash "${__heed_words[@]}"
  fi
  builtin unset HEED_JUDGED
  if [[ $__heed_what == command || $__heed_what == script ]] && ! __heed_once "$@"; then
    builtin printf '%s\n' "$__heed_text" >&2
    builtin exit 126
  fi
  builtin export HEED_WITHIN=$$
  __heed_flags=${__heed_flags//[!aefuvx]/}
  if [[ $__heed_what == input ]]; then
    # shellcheck source=/dev/null
    . "${__heed_file%/*}/input.bash"
    builtin exit
  fi
  builtin unset -f __heed_lives __heed_attach __heed_call __heed_exchange __heed_write __heed_write_once __heed_fits __heed_once
  builtin unset __heed_heed __heed_version __heed_file __heed_within __heed_id __heed_wait __heed_what __heed_text __heed_word \
    __heed_pipes __heed_port __heed_zero __heed_dir
  # What the person has BASH_ENV for.
  __heed_own=''
  # shellcheck disable=SC2016 # for eval
  [[ ! -r ${HEED_BASH_ENV-} ]] || __heed_own='builtin . "$HEED_BASH_ENV"'
  if [[ -n $__heed_own ]]; then
    builtin eval "builtin unset __heed_flags __heed_own; ${__heed_flags:+builtin set -$__heed_flags;} $__heed_own"
  else
    builtin eval "builtin unset __heed_flags __heed_own; ${__heed_flags:+builtin set -$__heed_flags}"
  fi
fi
