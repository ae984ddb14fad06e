# shellcheck shell=sh disable=SC2154 # __heed_call is set where this file is called
# heed-sh with a session: brings back what earlier calls left, and at the end notes what this one leaves. POSIX has no list of
# functions; heed goes by what it has read.

__heed_env=/usr/bin/env
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
  __heed_state A "$__heed_on" >>"$__heed_call.out" 2>/dev/null
  return "$__heed_status"
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
{ eval "${__heed_options-}"; __heed_state B "$-" >"$__heed_call.out" || :; } 2>/dev/null
