# shellcheck shell=sh disable=SC2154,SC3049 # __heed_call is set where this file is called; these are no signals
# heed-sh with a session: brings back what earlier calls left, and at the end notes what this one leaves. POSIX has no list of
# functions; heed goes by what it has read.

unset HEED_CALL HEED_OWN
__heed_env=/usr/bin/env
__heed_line='
'
[ -x "$__heed_env" ] || __heed_env=/bin/env

# __heed_state TAG OPTIONS: directory, options, no functions, no aliases, and the environment, in fields that end in NUL. Without the E
# at the end it counts for nothing.
__heed_state() {
  printf '%s\0' "$1"
  pwd
  printf '\0%s\0\0\0' "$2"
  "$__heed_env" -0 && printf '\0E\0'
}

__heed_save() {
  { __heed_status=$? __heed_on=$-; set +aefux; } 2>/dev/null
  # Subshells may get to call this, by a trap of the same text. Where there is no /proc nobody can tell.
  { read -r __heed_self _ </proc/self/stat; } 2>/dev/null || __heed_self=$$
  [ "$__heed_self" != "$$" ] || __heed_state A "$__heed_on" >>"$__heed_call.out" 2>/dev/null
  return "$__heed_status"
}

# __heed_trap CODE CONDITION…: puts saving around what the line traps EXIT with. Before it, because the trap may exit itself.
__heed_trap() {
  command trap "$@" || return
  __heed_code=$1
  while [ $# -gt 1 ]; do
    shift
    [ "$1" = EXIT ] || [ "$1" = 0 ] || continue
    case $__heed_code in
      '' | -) command trap __heed_save EXIT ;;
      *) command trap "__heed_save$__heed_line$__heed_code${__heed_line}__heed_save" EXIT ;;
    esac
  done
}

# A signal ends sh without a hook.
__heed_die() {
  __heed_save
  trap - "$1" EXIT
  kill -s "$1" "$$"
}

# shellcheck source=/dev/null
. "$__heed_call.in"
trap __heed_save EXIT
trap '__heed_die TERM' TERM
trap '__heed_die INT' INT
# A function cannot stand before this builtin, and an alias can.
alias trap=__heed_trap
{ eval "${__heed_options-}"; __heed_state B "$-" >"$__heed_call.out" || :; } 2>/dev/null
