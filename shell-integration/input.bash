# shellcheck shell=bash disable=SC2154 # what env.bash has set
# Piped input, for env.bash, which reads this file where bash would have read its commands from a pipe: judges each command before it
# runs, and runs it.

if [[ ${__heed_step-} == "$$" && ${__heed_pid-} == "$$" ]]; then
  # One command of piped input, as a file of its own: a `return` in it ends nothing else.
  { __heed_arm; } 2>/dev/null
  \builtin eval "$__heed_command"
  \builtin return
fi
# shellcheck disable=SC2317 # called by its name
__heed_write_told() {
  local want name
  builtin printf 'have\0'
  for want; do
    name=${want#*:}
    builtin printf '%s\0' "${want%%:*}" "$name"
    case $want in
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
      *) builtin printf '0\0\0' ;;
    esac
  done
}

# __heed_hello: makes this bash known to the resident process, which then follows what it does.
__heed_hello() {
  __heed_attach && __heed_call __heed_write 8 hello 1 "$__heed_version" bash "$BASH_VERSION" "$$" pipe &&
    [[ $__heed_word == hello ]]
}

# __heed_judge FINAL: whether __heed_command may run: 0 yes, 1 no and __heed_text says why, 2 it is not finished.
__heed_judge() {
  local IFS=' ' attempt names
  for attempt in first second; do
    if __heed_fits "$__heed_command" && __heed_call __heed_write 6 line "$1" "$PWD" "$__heed_command" ''; then
      while [[ $__heed_word == need ]]; do
        # The guard asks for no name that would be split or matched.
        # shellcheck disable=SC2206
        names=($__heed_text)
        __heed_call __heed_write_told $((1 + 4 * ${#names[@]})) "${names[@]}" || builtin break
      done
      case $__heed_word in
        allow) builtin return 0 ;;
        deny) builtin return 1 ;;
        more) [[ $1 == 0 ]] && builtin return 2 ;;
      esac
    fi
    [[ $attempt == first ]] || builtin break
    __heed_hello || { "$__heed_heed" serve --at "$__heed_dir" </dev/null >/dev/null 2>&1 && __heed_hello; } || builtin break
  done
  __heed_text="heed: not run: the guard does not answer. Try \`heed doctor\`."
  builtin return 1
}

# __heed_gather: reads a whole command from the input into __heed_command. 0 it may run, 1 it may not, 2 there is no more.
__heed_gather() {
  local line final=0
  __heed_command=''
  while builtin :; do
    if ! IFS= builtin read -r -u 197 line; then
      [[ -n $__heed_command$line ]] || builtin return 2
      final=1
    fi
    __heed_command+=${__heed_command:+$'\n'}$line
    [[ $__heed_command == *[![:space:]]* ]] || builtin continue
    __heed_judge $final
    case $? in
      0) builtin return 0 ;;
      1) builtin return 1 ;;
    esac
  done
}
# __heed_arm: the options that the input has set, and the status of its last command.
# shellcheck disable=SC2317 # called at the top of this file
__heed_arm() {
  [[ -z $__heed_flags ]] || builtin set "-$__heed_flags"
  # Under errexit no command finds another status than 0.
  [[ $- == *e* ]] || builtin return "$__heed_status"
}

__heed_file=${__heed_file%/*}/input.bash __heed_command='' __heed_status=0
# Whatever ends this file early leaves bash with nothing to read.
\exec 197<&0 0</dev/null
if [[ -n ${HEED_CALL-} ]]; then
  [[ -z $__heed_flags ]] || builtin set "-$__heed_flags"
  # shellcheck source=/dev/null
  . "${__heed_file%/*}/session.bash"
  { __heed_flags=${-//[!aefuvx]/}; \builtin set +aefuvx; } 2>/dev/null
fi
# Not in a function, where `declare` and `return` mean something else. The outer loop is for a `break` in the input, which plain bash
# only complains about.
while [[ -n $__heed_what ]]; do
  while builtin :; do
    __heed_gather
    case $? in
      1)
        builtin printf '%s\n' "$__heed_text" >&2
        __heed_status=126
        builtin continue ;;
      2)
        __heed_what=''
        builtin break ;;
    esac
    __heed_step=$$
    # shellcheck source=/dev/null
    . "$__heed_file" <&197 197<&-
    { __heed_status=$? __heed_flags=$-; \builtin set +aefuvx; } 2>/dev/null
    __heed_flags=${__heed_flags//[!aefuvx]/} __heed_step=''
  done
done
builtin exit "$__heed_status"
