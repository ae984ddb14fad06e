#!/bin/sh
# Builds heed, puts it into ~/.local/bin and adds it to the start-up files of bash and zsh.
#
#   sh install.sh [--yes] [--refuse] [--shell bash|zsh]…
#
# Besides ~/.local/bin/heed (and its other names heed-bash, heed-zsh, heed-sh) only one line in each start-up file is changed, and
# that after a question (--yes: without). To undo it: heed uninstall && rm ~/.local/bin/heed ~/.local/bin/heed-*

# In braces, so that half a script runs nothing.
{
  set -eu

  say() { printf 'heed: %s\n' "$*"; }
  die() {
    printf 'heed: error: %s\n' "$*" >&2
    exit 1
  }

  here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
  bin=$HOME/.local/bin

  command -v npm >/dev/null 2>&1 || die 'npm is missing: install Node.js 20 or newer first'
  cd -- "$here"
  if [ ! -x node_modules/.bin/esbuild ]; then
    say 'installing what the build needs (npm ci)'
    # Without the workspace: programs that only tests need.
    npm ci --workspaces=false --no-fund --no-audit --loglevel=error
  fi
  say 'building dist/heed'
  npm run --silent build

  # By rename: the old one may be running, and a shell that starts just now must find one or the other.
  mkdir -p -- "$bin"
  fresh=$bin/.heed.$$
  trap 'rm -f -- "$fresh"' EXIT
  cp -- dist/heed "$fresh"
  chmod 755 "$fresh"
  mv -f -- "$fresh" "$bin/heed"
  for name in bash zsh sh; do ln -sf heed "$bin/heed-$name"; done
  say "installed $bin/heed"

  "$bin/heed" install "$@"

  case :$PATH: in
    *:"$bin":*) ;;
    *) say "$bin is not in your PATH: to type heed, add  export PATH=\"\$HOME/.local/bin:\$PATH\"  to your start-up files" ;;
  esac
  # In a batch: nothing of this is meant for the log.
  printf '{"lines":["echo"]}\n{"lines":["rm -rf ~"]}\n' | "$bin/heed" check --batch | cut -d, -f2 | tr '\n' ' ' |
    grep -q '"allow".*"deny"' || die 'heed does not answer as it should'
  say "ready: open a new shell, or run  $bin/heed doctor"
}
