# shellcheck shell=bash
# heed for bash 4.4 and newer: hands every line to the guard before bash runs any of it.
# `heed init bash` prints this; it belongs at the end of ~/.bashrc.
#
# Enter becomes a macro of two keys: the first judges the line (bind -x), the second accepts it. A line that may not run is swapped for
# ` __heed_denied`, so that $? is 126. PS0 stands behind it: bash expands it once per parsed command, before anything of it runs. It
# sees what came round Enter (other keys, pasted lines, history expansion) and can only interrupt, so there $? is 130.

if [[ $- == *i* && -z ${BASH_EXECUTION_STRING-} ]] && ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 404)); then
  printf 'heed: bash %s cannot be guarded (4.4 and newer can): lines run unchecked here.\n' "$BASH_VERSION" >&2
fi
if [[ $- == *i* && ${__heed_pid-} != "$$" ]] && ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)); then
  # What follows must not be read with the user's aliases or history.
  __heed_afterwards=:
  if \shopt -q expand_aliases; then __heed_afterwards='shopt -s expand_aliases'; fi
  if [[ $- == *H* ]]; then __heed_afterwards+='; set -H'; fi
  \shopt -u expand_aliases
  \set +H
fi
if [[ -n ${__heed_afterwards-} ]]; then

declare -g +x __heed_pid=$$ __heed_id=0 __heed_heed=@HEED@ __heed_version=@VERSION@ __heed_ask=@ASK@ \
  __heed_key=b$$.$RANDOM __heed_dir='' __heed_port='' __heed_pipes='' __heed_server=0 __heed_start='' __heed_wait=5 \
  __heed_word='' __heed_text='' __heed_need=1 __heed_buffer='' __heed_typed='' __heed_last=0 __heed_fresh=1 __heed_held='' __heed_first=0 \
  __heed_trap='' __heed_deaf='' __heed_has_arrays=''
[[ ${HEED_ASK-} == refuse ]] && __heed_ask=refuse
[[ ${HEED_TIMEOUT-} =~ ^[0-9]+$ ]] && __heed_wait=$HEED_TIMEOUT
((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501)) && __heed_has_arrays=1

if [[ -n ${HEED_DIR-} ]]; then
  __heed_dir=$HEED_DIR
elif [[ ${XDG_RUNTIME_DIR-} == /* && -O ${XDG_RUNTIME_DIR-} ]]; then
  __heed_dir=$XDG_RUNTIME_DIR/heed
else
  __heed_dir=${XDG_CACHE_HOME:-$HOME/.cache}/heed/run
fi
__heed_pipes=$__heed_dir/$__heed_key
# `heed shell` listens at a port as well. Files can be exchanged for others; a port that is taken stays with who has it.
[[ -n ${HEED_DIR-} && ${HEED_PORT-} == [1-9]* ]] && __heed_port=$HEED_PORT

# __heed_call WRITER COUNT ARGUMENT…: one exchange with the guard, answered in __heed_word and __heed_text; false if there is no answer.
# WRITER writes COUNT fields. The FIFOs are opened both ways, so that neither opening nor writing waits for a process that is gone.
__heed_call() {
  builtin enable printf read kill declare trap history bind 2>/dev/null
  __heed_word=
  if [[ -n $__heed_port ]]; then
    __heed_exchange "$@" 2>/dev/null 199<>"/dev/tcp/127.0.0.1/$__heed_port" 198<&199 && builtin return 0
  elif ! [[ -p $__heed_pipes.rq && -O $__heed_pipes.rq && -p $__heed_pipes.rs && -O $__heed_pipes.rs ]] ||
    ! __heed_lives; then
    __heed_text='is not running'
    builtin return 1
  else
    __heed_exchange "$@" 199<>"$__heed_pipes.rq" 198<>"$__heed_pipes.rs" && builtin return 0
  fi
  if [[ -n $__heed_word ]]; then __heed_text='answers nonsense'; else __heed_text='does not answer'; fi
  builtin return 1
}

# __heed_exchange WRITER COUNT ARGUMENT…: asks on descriptor 199 and is answered on 198.
__heed_exchange() {
  local IFS=$' \t\n' id=$BASHPID.$((++__heed_id)) seen wait=$__heed_wait names looked=''
  # In a long line it would take longer to look than to be asked.
  [[ $1 == __heed_write_line ]] && ((${#6} < 4000)) && __heed_named "$6" && looked=1
  {
    if [[ -n $looked ]]; then
      builtin printf '%s\0' "$((3 + 4 * ${#names[@]}))" "$id" "$__heed_key"
      __heed_write_told know "${names[@]}"
    fi
    builtin printf '%s\0' "$(($2 + 2))" "$id" "$__heed_key"
    "$1" "${@:3}"
  } >&199
  while IFS=$'\t' builtin read -r ${wait:+-t "$wait"} -u 198 seen __heed_word __heed_text; do
    if [[ $seen != "$id" ]]; then
      # A late answer to an older question has an id as well.
      if [[ $seen == [0-9]*.[0-9]* ]]; then builtin continue; else builtin break; fi
    fi
    [[ $__heed_word == wait ]] || builtin return 0
    wait=
  done
  builtin return 1
}

# __heed_lives: a process that has ended but that nobody has waited for (a container without an init) still takes signals.
__heed_lives() {
  [[ -e /proc/$__heed_server/exe || ! -e /proc/self/exe ]] && builtin kill -0 "$__heed_server" 2>/dev/null
}

__heed_write() { builtin printf '%s\0' "$@"; }

# Everything exported, as it is now: other prompt hooks (mise, direnv) may have run since the last line.
__heed_write_line() { builtin printf '%s\0' "$@"; builtin declare -px; builtin printf '\0'; }

# __heed_named LINE: the aliases and functions that its words name, in `names` as `alias:NAME function:NAME`.
__heed_named() {
  local IFS=$' \t\n;|&()<>`"\'${}!=' word aliases='' -
  builtin set -f
  builtin shopt -q expand_aliases && aliases=1
  names=()
  for word in $1; do
    [[ $word == *[!A-Za-z0-9_.+:@%,^~/-]* || -z $word || $word == @ ]] && builtin continue
    [[ -n $aliases && -n ${BASH_ALIASES[$word]+set} ]] && names+=("alias:$word")
    builtin declare -F -- "$word" && names+=("function:$word")
  done >/dev/null
  builtin return 0
}

# __heed_write_told KIND WHAT:NAME…: what this shell knows of them.
__heed_write_told() {
  local want name
  builtin printf '%s\0' "$1"
  for want in "${@:2}"; do
    name=${want#*:}
    builtin printf '%s\0' "${want%%:*}" "$name"
    case $want in
      alias:*)
        if builtin shopt -q expand_aliases && [[ -n ${BASH_ALIASES[$name]+set} ]]; then
          builtin printf '%s\0' 1 "${BASH_ALIASES[$name]}"
        else builtin printf '0\0\0'; fi ;;
      function:*)
        if builtin declare -F -- "$name" >/dev/null; then
          builtin printf '1\0'
          builtin declare -f -- "$name"
          builtin printf '\0'
        else builtin printf '0\0\0'; fi ;;
      variable:*)
        builtin printf '1\0'
        builtin declare -p -- "$name" 2>/dev/null
        builtin printf '\0' ;;
    esac
  done
}

# __heed_reach: starts or restarts the resident process if it is not there, and makes this shell known to it.
__heed_reach() {
  __heed_hello && builtin return 0
  # It holds the terminal: while it lives nobody takes its place.
  [[ -z $__heed_port ]] || builtin return 1
  # What nobody has read would fill them.
  __heed_tool rm -f -- "$__heed_pipes.rq" "$__heed_pipes.rs"
  local said
  if ! said=$("$__heed_heed" serve --at "$__heed_dir" </dev/null 2>&1); then
    __heed_text='cannot be started'
    [[ $said == 'heed: error: '* ]] && __heed_text+=${said#heed: error} __heed_text=${__heed_text%% (the line*}
    [[ -x $__heed_heed ]] || __heed_text="is missing ($__heed_heed)"
    builtin return 1
  fi
  __heed_hello
}

__heed_hello() {
  local __heed_wait=$__heed_wait
  ((__heed_wait > 1)) && __heed_wait=1
  __heed_text='is not running'
  # In a sandbox without a network there are still the files.
  if [[ -n $__heed_port ]] && ! builtin : 199<>"/dev/tcp/127.0.0.1/$__heed_port"; then __heed_port=; fi 2>/dev/null
  [[ -n $__heed_port ]] || __heed_attach || builtin return 1
  __heed_call __heed_write 8 hello 1 "$__heed_version" bash "$BASH_VERSION" "$$" "$__heed_ask" "$__heed_start" || builtin return 1
  [[ $__heed_word == hello ]] && builtin return 0
  [[ $__heed_word == other ]] && __heed_text="is heed $__heed_text, and this shell loaded $__heed_version: open a new one"
  builtin return 1
}

# __heed_attach: makes a pair of FIFOs that the resident process, if there is one, opens as well.
__heed_attach() {
  local _
  [[ -p $__heed_dir/ctl && -O $__heed_dir/ctl && -O $__heed_dir/pid ]] || builtin return 1
  builtin read -r __heed_server _ 2>/dev/null <"$__heed_dir/pid" || builtin return 1
  __heed_lives || builtin return 1
  if ! [[ -p $__heed_pipes.rq && -p $__heed_pipes.rs ]]; then
    __heed_tool rm -f -- "$__heed_pipes.rq" "$__heed_pipes.rs"
    __heed_tool mkfifo -m 600 -- "$__heed_pipes.rq" "$__heed_pipes.rs" || builtin return 1
  fi
  builtin printf '%s\n' "$__heed_key" 1<>"$__heed_dir/ctl"
}

# __heed_tool PROGRAM ARGUMENT…: the system's own, whatever the user's PATH has in front of it.
__heed_tool() { command -p "$@" 2>/dev/null || command "$@"; }

# __heed_fits TEXT: a line that a FIFO does not hold is only sent to a guard that reads.
__heed_fits() { ((${#1} < 10000)) || __heed_call __heed_write 1 ping; }

# __heed_judge FINAL TEXT: 0 it may run, 1 it may not and __heed_text says why, 2 it is not finished (only if FINAL is 0).
__heed_judge() {
  local IFS=' ' attempt names
  for attempt in first second; do
    if __heed_fits "$2" && __heed_call __heed_write_line 6 line "$1" "$PWD" "$2" ''; then
      while [[ $__heed_word == need ]]; do
        # The guard asks for no name that would be split or matched.
        # shellcheck disable=SC2206
        names=($__heed_text)
        __heed_call __heed_write_told $((1 + 4 * ${#names[@]})) have "${names[@]}" || builtin break
      done
      case $__heed_word in
        allow) builtin return 0 ;;
        deny) builtin return 1 ;;
        more) [[ $1 == 0 ]] && builtin return 2; __heed_text='answers nonsense' ;;
        ask) __heed_question; builtin return ;;
        who) __heed_text='does not know this shell' ;;
        '') ;;
        *) __heed_text='answers nonsense' ;;
      esac
    fi
    if [[ $attempt == second ]] || ! __heed_reach; then builtin break; fi
  done
  __heed_unguarded "$2"
}

# __heed_unguarded LINE: without a guard only what helps to get it back, or to leave, may run.
__heed_unguarded() {
  local leave='^[[:blank:]]*(exit|logout)([[:blank:]]+[0-9]+)?[[:blank:]]*$' mend='^[[:blank:]]*heed([[:blank:]]+[[:alnum:]./_=-]+)*[[:blank:]]*$'
  [[ $1 =~ $leave ]] && builtin return 0
  [[ $1 =~ $mend && -z ${BASH_ALIASES[heed]+set} ]] && ! builtin declare -F heed >/dev/null && builtin return 0
  __heed_text="heed: not run: the guard $__heed_text. Try \`heed doctor\`; until it is back only \`exit\` and plain \`heed ...\` commands run here (\`heed uninstall\` takes heed out of your startup files)."
  builtin return 1
}

# __heed_question: puts the guard's question to the person at the terminal and reports the answer; true if the line may run.
__heed_question() {
  if __heed_asked; then
    __heed_call __heed_write 1 yes && [[ $__heed_word == allow ]] && builtin return 0
    [[ $__heed_word == deny ]] || __heed_text="heed: not run: the guard $__heed_text and cannot log the answer"
  else
    __heed_call __heed_write 1 no
    __heed_text='heed: not run.'
  fi
  builtin return 1
}

# __heed_asked: in a subshell, so that Ctrl-C ends no more than the question. While a line is edited the terminal is raw.
__heed_asked() (
  set +Tx
  trap - DEBUG ERR
  modes=$(__heed_tool stty -g </dev/tty) || exit 1
  trap '__heed_tool stty "$modes" </dev/tty' EXIT
  trap 'exit 1' INT
  __heed_drain 0.1
  __heed_tool stty icanon echo isig icrnl opost onlcr </dev/tty
  [[ -z ${READLINE_LINE-} ]] || printf '%s\n' "$(__heed_prompt)$READLINE_LINE" >/dev/tty
  printf '%s\nrun it? [y/N] ' "$__heed_text" >/dev/tty
  IFS= read -r reply </dev/tty
  [[ $reply == @(y|Y|yes|Yes|YES) ]]
)

# __heed_drain SECONDS: drops what was typed or pasted ahead, until nothing has come for so long.
__heed_drain() {
  local keys
  while builtin read -rsn 4096 -t "$1" keys || [[ -n $keys ]]; do :; done </dev/tty
}

# __heed_prompt: the last line of the prompt, as it is on the screen.
__heed_prompt() {
  local prompt
  # A prompt may show $?: it is what it was when the prompt was drawn.
  if (exit "$__heed_last"); then prompt=${PS1@P}; else prompt=${PS1@P}; fi
  prompt=${prompt##*$'\n'}
  builtin printf '%s' "${prompt//[$'\1\2']}"
}

# --- Enter

# Called with $_ as its last argument, which leaves $_ as it was.
__heed_enter() {
  local status=$? flags=$- marks keymap=emacs-standard
  { local -; builtin set +aeux; } 2>/dev/null
  __heed_last=$status
  [[ $flags == *H* ]] && marks=${histchars-!^}
  [[ -o vi ]] && keymap=vi-insert
  __heed_need=1
  # Without its prompt hook this may be a new line however it looks.
  __heed_heal || __heed_fresh=1
  if [[ -n $__heed_held ]]; then
    __heed_held=
    builtin bind -m "$keymap" '"\C-x\C-_h2": accept-line'
  fi
  if [[ -z $__heed_fresh ]]; then
    # PS2: nothing can be swapped any more, PS0 judges the whole.
    __heed_buffer+=$'\n'$READLINE_LINE
    builtin return 0
  fi
  __heed_fresh='' __heed_buffer=$READLINE_LINE
  if [[ $READLINE_LINE == *[![:space:]]* ]]; then
    __heed_judge 0 "$READLINE_LINE"
    status=$?
    if [[ $status == 2 && $READLINE_LINE != *$'\n' ]]; then
      # Edited on as one text, so that PS2 is never reached. Enter on an empty last line hands it over as it is.
      READLINE_LINE+=$'\n' READLINE_POINT=0x7fffffff __heed_fresh=1 __heed_held=1
      builtin bind -m "$keymap" '"\C-x\C-_h2": redraw-current-line'
      builtin return 0
    elif [[ $status == 1 ]]; then
      __heed_typed=$READLINE_LINE __heed_fresh=1 __heed_need=''
      READLINE_LINE=' __heed_denied'
      # Under errexit a failing command would end the shell.
      [[ $flags == *e* ]] && READLINE_LINE=' __heed_denied || :'
      READLINE_POINT=${#READLINE_LINE}
    elif [[ $status == 0 && ( -z $marks || $READLINE_LINE != *"${marks:0:1}"* && $READLINE_LINE != "${marks:1:1}"* ) ]]; then
      __heed_need=
    fi
  else
    __heed_need=
  fi
  [[ -z $__heed_need ]] && __heed_unpark
  builtin return 0
}

# Runs in place of a line that may not: puts that line back on the screen and into the history.
__heed_denied() {
  local line=$__heed_typed
  if [[ -o history && ! ( $line == ' '* && ${HISTCONTROL-} == *@(ignorespace|ignoreboth)* ) ]]; then builtin history -s -- "$line"; fi
  # A harness without echo counts prompts, and has seen no line that would have to be put right.
  [[ -t 2 && " $(command stty -a </dev/tty 2>/dev/null) " != *' -echo '* ]] &&
    builtin printf '\e[1A\r\e[J%s%s\n' "$(__heed_prompt)" "$line" >&2
  builtin printf '%s\n' "$__heed_text" >&2
  __heed_drain 0.01
  __heed_release "$line"
  builtin return 126
}

# __heed_release LINE: a harness may have put `; tmux wait -S NAME` behind the line, and waits for that. It is no more than a signal.
__heed_release() {
  local -a server=()
  local word='[[:alnum:]_./-]+' blank='[[:blank:]]'
  [[ $1 =~ \;$blank*tmux($blank+-([LS])$blank*($word))?$blank+wait(-for)?$blank+-S$blank+($word)$blank*$ ]] || builtin return 0
  [[ -z ${BASH_REMATCH[1]} ]] || server=("-${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}")
  command tmux "${server[@]}" wait-for -S "${BASH_REMATCH[5]}" >/dev/null 2>&1
}

# --- PS0, in a command substitution; only when Enter has not let the line through.

__heed_ps0() {
  local shown line=
  { builtin set +aeux; } 2>/dev/null
  shown=$(HISTTIMEFORMAT='' builtin history 1)
  # The entry is this line's only if it is newer than the prompt: HISTCONTROL, HISTIGNORE and `set +o history` keep lines out.
  if [[ -o history && $shown =~ ^[[:space:]]*([0-9]+)[[:space:]*][[:space:]](.*)$ ]] && ((BASH_REMATCH[1] >= __heed_first)); then
    line=${BASH_REMATCH[2]}
  elif [[ -z $__heed_fresh ]]; then
    line=$__heed_buffer
  elif [[ -o history && -z ${HISTIGNORE-} && ${HISTCONTROL-} == *@(ignoredups|erasedups)* && ${HISTCONTROL-} != *@(ignorespace|ignoreboth)* ]]; then
    line=${BASH_REMATCH[2]}
  fi
  if [[ -z $line ]]; then
    __heed_text='heed: denied: this line came round the line editor and is not in the history, so it cannot be read'
  elif __heed_judge 1 "$line"; then
    builtin return 0
  fi
  builtin printf '%s\n' "$__heed_text" >&2
  __heed_drain 0.01
  __heed_release "$line"
  if [[ -z $__heed_deaf ]]; then
    builtin kill -INT $$
  else
    builtin printf 'heed: up to 5.0, bash cannot drop a line while INT is trapped: this shell ends instead.\n' >&2
    if [[ -z $(builtin trap -p HUP) ]]; then builtin kill -HUP $$; else builtin kill -KILL $$; fi
  fi
}

# --- the prompt

# A user's trap on INT would swallow the interruption by PS0: it waits in __heed_trap until a line is let through. Before 5.1 a trap
# cannot be reset here without harm.
__heed_park() {
  local trap=''
  { builtin trap -p INT >"$__heed_pipes.trap"; } 2>/dev/null && IFS= builtin read -rd '' trap <"$__heed_pipes.trap"
  if [[ -z $__heed_has_arrays ]]; then
    __heed_deaf=$trap
  elif [[ -n $trap ]]; then
    __heed_trap=$trap
    builtin trap - INT
  fi
}

__heed_unpark() {
  [[ -n $__heed_trap ]] && builtin eval "$__heed_trap"
  __heed_trap=
}

# No `local -` here: up to 5.0 it would put the rest of a PROMPT_COMMAND of several lines into the history.
__heed_precmd() {
  local __heed_status=$? __heed_flags=$-
  { builtin set +aeux; } 2>/dev/null
  __heed_fresh=1 __heed_buffer='' __heed_need=1 __heed_first=$HISTCMD
  __heed_park
  __heed_heal
  # Under errexit a status that is not 0 would end the shell here, and nobody but other prompt hooks can see it.
  [[ $__heed_flags == *e* ]] && __heed_status=0
  __heed_flags=${__heed_flags//[!aeux]/}
  builtin set "-$__heed_flags"
  builtin return $__heed_status
}

# __heed_heal: puts back what was taken away; false if something was.
__heed_heal() {
  local whole=0
  # shellcheck disable=SC2016 # expanded with the prompt
  local hook='${__heed_need:+$(__heed_ps0)}'
  if [[ ${PS0-} != *"$hook"* ]]; then
    whole=1
    # Harnesses export it; programs are not to get the hook.
    [[ ${PS0@a} == *r* ]] || { PS0=$hook${PS0-}; builtin declare -g +x PS0; }
  fi
  if [[ ${PROMPT_COMMAND[*]-} != *@(__heed_precmd|__bp_precmd_invoke_cmd|starship_precmd)* ]]; then
    whole=1
    if [[ ${PROMPT_COMMAND@a} == *r* ]]; then
      # Nobody tells where a new line begins: PS0 must not trust the history.
      __heed_first=999999999
    elif [[ -n $__heed_has_arrays ]]; then
      PROMPT_COMMAND=(__heed_precmd "${PROMPT_COMMAND[@]}")
    else
      # shellcheck disable=SC2128,SC2178 # a plain string in these versions
      PROMPT_COMMAND="__heed_precmd${PROMPT_COMMAND:+; $PROMPT_COMMAND}"
    fi
  fi
  builtin return $whole
}

# In place of edit-and-execute-command, whose text no hook gets to see: edit, and leave running it to Enter.
__heed_edit() {
  local file=$__heed_pipes.edit
  builtin printf '%s\n' "$READLINE_LINE" >"$file" || builtin return
  # shellcheck disable=SC2086 # an editor may come with arguments
  command ${VISUAL:-${EDITOR:-vi}} "$file" </dev/tty >/dev/tty
  IFS= builtin read -rd '' READLINE_LINE <"$file"
  READLINE_LINE=${READLINE_LINE%$'\n'} READLINE_POINT=0x7fffffff
  __heed_tool rm -f -- "$file"
}

__heed_setup() {
  local keymap key
  for keymap in emacs-standard vi-insert vi-command; do
    # shellcheck disable=SC2016 # expanded when the key is pressed
    builtin bind -m $keymap -x '"\C-x\C-_h1": __heed_enter "$_"'
    builtin bind -m $keymap '"\C-x\C-_h2": accept-line'
    for key in '\C-m' '\C-j'; do builtin bind -m $keymap "\"$key\": \"\C-x\C-_h1\C-x\C-_h2\""; done
  done 2>/dev/null # where line editing is off, only PS0 guards
  {
    builtin bind -m emacs-standard '"\C-x\C-_h3": operate-and-get-next'
    builtin bind -m emacs-standard '"\C-o": "\C-x\C-_h1\C-x\C-_h3"'
    builtin bind -m emacs-standard -x '"\C-x\C-e": __heed_edit'
    builtin bind -m vi-command -x '"v": __heed_edit'
  } 2>/dev/null
  __heed_heal
  # Kept so that a guard that comes up later knows what this shell began with.
  __heed_start=$(builtin declare -px)
  __heed_reach
  # `bash -ic TEXT` reads .bashrc, but its text never comes by Enter or PS0.
  [[ -z ${BASH_EXECUTION_STRING-} ]] || __heed_judge 1 "$BASH_EXECUTION_STRING" || {
    builtin printf '%s\n' "$__heed_text" >&2
    exit 126
  }
  builtin readonly -f __heed_call __heed_exchange __heed_attach __heed_named __heed_tool __heed_fits __heed_lives __heed_write __heed_write_line __heed_write_told __heed_reach __heed_hello __heed_judge \
    __heed_unguarded __heed_question __heed_asked __heed_drain __heed_prompt __heed_enter __heed_denied __heed_release __heed_ps0 __heed_park \
    __heed_unpark __heed_precmd __heed_heal __heed_edit
}
__heed_setup
unset -f __heed_setup
eval "$__heed_afterwards"
unset __heed_afterwards

fi
