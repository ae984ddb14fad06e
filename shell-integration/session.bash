{ __heed_given=$-; \builtin set +aefuvx; } 2>/dev/null
# shellcheck shell=bash
# heed-bash with a session: brings back what earlier calls left, and at the end notes what this one leaves. heed-bash names this file
# in BASH_ENV, and HEED_CALL says where the call keeps its notes: .in is what to bring back, .out what there was before and after.

__heed_call=$HEED_CALL __heed_own=${HEED_OWN-} __heed_env=/usr/bin/env
[[ -x $__heed_env ]] || __heed_env=/bin/env
unset HEED_CALL HEED_OWN

# __heed_state TAG OPTIONS: directory, options, functions, aliases and environment, in fields that end in NUL. Without the E at the
# end it counts for nothing.
__heed_state() {
  local __heed_attribute __heed_name __heed_line
  builtin printf '%s\0' "$1"
  builtin pwd
  builtin printf '\0%s\0' "$2"
  builtin declare -F >"$__heed_call.names"
  while IFS=' ' builtin read -r __heed_line __heed_attribute __heed_name; do
    [[ $__heed_name != __heed_* && ( $__heed_name != trap || -z ${__heed_wraps-} ) ]] || builtin continue
    builtin printf '%s\0%s ' "$__heed_name" "$__heed_attribute"
    builtin declare -f -- "$__heed_name"
    builtin printf '\0'
  done <"$__heed_call.names"
  builtin printf '\0'
  for __heed_name in "${!BASH_ALIASES[@]}"; do
    builtin printf '%s\0a%s\0' "$__heed_name" "${BASH_ALIASES[$__heed_name]}"
  done
  builtin printf '\0'
  "$__heed_env" -0 && builtin printf '\0E\0'
}

__heed_save() {
  { local __heed_status=$? __heed_options=$SHELLOPTS:${BASHOPTS-}; builtin set +aefuvx; } 2>/dev/null
  # Subshells may get to call this, by a trap of the same text.
  [[ $BASHPID != "$$" ]] || __heed_state A "$__heed_options" >>"$__heed_call.out" 2>/dev/null
  builtin return "$__heed_status"
}

# __heed_keep: puts saving around whatever the line has trapped EXIT with. Before it, because the trap may exit itself.
__heed_keep() {
  local __heed_trap=''
  [[ $BASHPID == "$$" ]] || builtin return 0
  builtin trap -p EXIT >"$__heed_call.names"
  IFS= builtin read -rd '' __heed_trap <"$__heed_call.names"
  [[ $__heed_trap != *__heed_save* ]] || builtin return 0
  local -a __heed_words
  builtin eval "__heed_words=(${__heed_trap:-trap -- '' EXIT})"
  __heed_trap=${__heed_words[2]}
  builtin trap -- "__heed_save${__heed_trap:+$'\n'$__heed_trap$'\n'__heed_save}" EXIT
}

# shellcheck source=/dev/null
. "$__heed_call.in"
builtin trap __heed_save EXIT
if [[ -n ${__heed_wraps-} ]]; then
  # shellcheck disable=SC2064 # handed on as they are
  trap() {
    local __heed_status __heed_shown
    if [[ $# -eq 0 || $1 == -p ]]; then
      __heed_shown=$(builtin trap "$@")
      __heed_status=$?
      __heed_shown=${__heed_shown//__heed_save$'\n'/}
      __heed_shown=${__heed_shown//$'\n'__heed_save/}
      [[ -z $__heed_shown || $__heed_shown == "trap -- '__heed_save' EXIT" ]] || builtin printf '%s\n' "$__heed_shown"
      builtin return "$__heed_status"
    fi
    builtin trap "$@"
    __heed_status=$?
    __heed_keep
    builtin return "$__heed_status"
  }
fi
if [[ -n $__heed_own ]]; then
  BASH_ENV=$__heed_own
  # shellcheck source=/dev/null
  [[ $- == *i* || ! -r $__heed_own ]] || . "$__heed_own"
elif [[ $- != *i* ]]; then
  unset BASH_ENV
fi
unset __heed_own
# Here, where options and traps of the line do no harm, is the beginning.
{ __heed_given=${__heed_given//[!aefuvx]/}; builtin eval "${__heed_given:+builtin set -$__heed_given;} ${__heed_options-}"; __heed_state B "$SHELLOPTS:${BASHOPTS-}" >"$__heed_call.out" || builtin :; } 2>/dev/null
