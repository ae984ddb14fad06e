# heed-zsh with a session: brings back what earlier calls left, and at the end notes what this one leaves. The last of zsh's startup
# files reads this; HEED_CALL says where the call keeps its notes: .in is what to bring back, .out what there was before and after.

'builtin' 'typeset' -g +x __heed_call=$HEED_CALL __heed_env=/usr/bin/env __heed_options=
[[ -x $__heed_env ]] || __heed_env=/bin/env
'builtin' 'unset' HEED_CALL
'builtin' 'zmodload' zsh/parameter zsh/system

# __heed_state TAG OPTIONS: directory, options, functions, aliases and environment, in fields that end in NUL. Without the E at the
# end it counts for nothing.
function __heed_state {
  local name
  builtin print -rN -- $1
  builtin pwd
  builtin print -rN -- '' $2
  for name in ${(k)functions:#(__heed_*|TRAPTERM|TRAPINT)}; do builtin print -rN -- $name "- $functions[$name]"; done
  builtin print -rN -- ''
  for name in ${(k)aliases}; do builtin print -rN -- $name "a$aliases[$name]"; done
  for name in ${(k)galiases}; do builtin print -rN -- $name "g$galiases[$name]"; done
  builtin print -rN -- ''
  $__heed_env -0 && builtin print -rN -- '' E
}

function __heed_save {
  local -i __heed_status=$?
  local __heed_on=${(j.:.)${(@k)options[(R)on]}}
  builtin emulate -L zsh -o no_aliases
  [[ $sysparams[pid] != $$ ]] || __heed_state A $__heed_on >>$__heed_call.out 2>/dev/null
  return $__heed_status
}

# A signal ends zsh without a hook.
function __heed_die {
  __heed_save
  builtin trap - $1
  builtin kill -$1 $$
}

if [[ -n ${HEED_OWN-} ]]; then ZDOTDIR=$HEED_OWN; else 'builtin' 'unset' ZDOTDIR; fi
'builtin' 'unset' HEED_OWN
. $__heed_call.in
# The hook is for a line that traps EXIT itself; the trap is for errexit, and keeps zsh from becoming its last command.
typeset -ga zshexit_functions
zshexit_functions+=(__heed_save)
trap __heed_save EXIT
if [[ ! -o interactive ]]; then
  function TRAPTERM { __heed_die TERM }
  function TRAPINT { __heed_die INT }
fi
'builtin' 'eval' "$__heed_options"
__heed_state B ${(j.:.)${(@k)options[(R)on]}} >|$__heed_call.out 2>/dev/null || :
