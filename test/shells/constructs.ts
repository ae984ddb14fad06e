/**
 * Lines to let through and to stop. `{V}` is the word that the stub's verdict hangs on. `makes` are the marks and files that come to be
 * when the line runs, each once; none of them may when it is stopped.
 */

import type { ShellName } from "./terminal.ts";

export interface Construct {
  readonly name: string;
  /** As typed; Enter follows unless `accepts` says that the last key hands the line over. */
  readonly keys: string;
  readonly accepts?: true;
  readonly makes: readonly string[];
  /** Status of the stopped line where it is not 126. */
  readonly stopped?: number;
  /** Typed afterwards to leave an empty line for the next one. */
  readonly clear?: string;
}

const ESC = "\x1b";

const everywhere: readonly Construct[] = [
  { name: "a simple command", keys: "mark a {V}", makes: ["a"] },
  { name: "a list", keys: "mark a; : {V}; mark b", makes: ["a", "b"] },
  { name: "an and-list", keys: ": {V} && mark a", makes: ["a"] },
  { name: "a pipeline", keys: "mark a | cat; : {V}", makes: ["a"] },
  { name: "a background job", keys: "mark a & wait; : {V}", makes: ["a"] },
  { name: "a subshell", keys: "(mark a; : {V})", makes: ["a"] },
  { name: "a negation", keys: "! mark a {V} || :", makes: ["a"] },
  { name: "an assignment before a command", keys: "X={V} mark a", makes: ["a"] },
  { name: "eval", keys: "eval 'mark a; : {V}'", makes: ["a"] },
  { name: "time", keys: "time mark a {V}", makes: ["a"] },
  { name: "a command substitution", keys: "x=$(mark a; : {V})", makes: ["a"] },
  { name: "a process substitution", keys: "cat <(mark a; : {V})", makes: ["a"] },
  { name: "a for loop", keys: "for i in 1 2; do mark a$i; : {V}; done", makes: ["a1", "a2"] },
  { name: "a loop without end", keys: "while :; do mark a; : {V}; break; done", makes: ["a"] },
  { name: "a loop that reads", keys: "while read -r x; do mark $x {V}; done <<< a", makes: ["a"] },
  { name: "a function and its call", keys: "f() { mark a; : {V}; }; f", makes: ["a"] },
  { name: "a here-string", keys: "cat <<< {V} >a", makes: ["a"] },
  { name: "a redirection", keys: ": {V} >a", makes: ["a"] },
  { name: "an appending redirection", keys: ": {V} >>a", makes: ["a"] },
  { name: "a redirected group", keys: "{ : {V}; } >a", makes: ["a"] },
  { name: "a redirected subshell", keys: "(: {V}) >a", makes: ["a"] },
  { name: "a redirected test", keys: "[[ -n {V} ]] >a", makes: ["a"] },
  { name: "redirected arithmetic", keys: "(( 1 )) >a; : {V}", makes: ["a"] },
  { name: "a redirected if", keys: "if :; then : {V}; fi >a", makes: ["a"] },
  { name: "a redirected for", keys: "for i in 1; do : {V}; done >a", makes: ["a"] },
  { name: "a redirected while", keys: "while false {V}; do :; done >a", makes: ["a"] },
  { name: "a redirected case", keys: "case x in x) : {V} ;; esac >a", makes: ["a"] },
  { name: "a redirected negation", keys: "! { : {V}; } >a || :", makes: ["a"] },
  { name: "a descriptor opened by exec", keys: "exec 7>a; : {V}; exec 7>&-", makes: ["a"] },
  { name: "a heredoc", keys: "cat <<E >a\r{V}\rE", makes: ["a"] },
  { name: "a loop over several lines", keys: "for i in 1; do\rmark a; : {V}\rdone", makes: ["a"] },
  { name: "a function over several lines", keys: "g() {\rmark a; : {V}\r}; g", makes: ["a"] },
  { name: "a quote over two lines", keys: "mark a; : 'x\r{V}'", makes: ["a"] },
  { name: "a pipe at the end of a line", keys: "mark a |\rcat; : {V}", makes: ["a"] },
  { name: "a backslash at the end of a line", keys: "mark a; : \\\r{V}", makes: ["a"] },
  { name: "C-j for Enter", keys: "mark a {V}\n", accepts: true, makes: ["a"] },
  {
    name: "a bracketed paste of three lines",
    keys: `${ESC}[200~mark a\nmark b {V}\nmark c${ESC}[201~`,
    makes: ["a", "b", "c"],
  },
  { name: "a leading space", keys: " mark a {V}", makes: ["a"] },
  {
    name: "a paste of 10,000 characters",
    keys: `${ESC}[200~mark a ${"x".repeat(10_000)} {V}${ESC}[201~`,
    makes: ["a"],
  },
  { name: "text beyond ASCII", keys: "mark ä '→ \u{1f980}' {V}", makes: ["ä"] },
];

const only: { readonly [shell in ShellName]: readonly Construct[] } = {
  bash: [
    { name: "operate-and-get-next (C-o)", keys: "mark a {V}\x0f", accepts: true, makes: ["a"], clear: "\x15" },
    { name: "coproc", keys: "coproc { mark a; : {V}; }; wait", makes: ["a"] },
    { name: "a reverse search", keys: "\x12mark a {V}\r", accepts: true, makes: ["a"] },
    { name: "a comment", keys: "mark a # {V}", makes: ["a"] },
    { name: "a redirection on its own", keys: ">a; : {V}", makes: ["a"] },
    { name: "another key that accepts (M-j)", keys: `mark a {V}${ESC}j`, accepts: true, makes: ["a"], stopped: 130 },
    { name: "extglob and brace expansion", keys: "mark {a,b} {V}", makes: ["a"] },
  ],
  zsh: [
    { name: "accept-line-and-down-history (C-o)", keys: "mark a {V}\x0f", accepts: true, makes: ["a"], clear: "\x15" },
    { name: "accept-and-hold (M-a)", keys: `mark a {V}${ESC}a`, accepts: true, makes: ["a"], clear: "\x15" },
    { name: "a named widget (M-x)", keys: `mark a {V}${ESC}xaccept-line\r`, accepts: true, makes: ["a"] },
    { name: "a widget that calls .accept-line", keys: "mark a {V}\x18j", accepts: true, makes: ["a"] },
    { name: "a key that types a line (bindkey -s)", keys: ": {V}\x18s", accepts: true, makes: ["a"] },
    { name: "history expansion", keys: "mark a; !-1:0 b {V}", makes: ["a", "b"] },
    { name: "coproc", keys: "coproc mark a {V}; wait", makes: ["a"] },
    { name: "always", keys: "{ : {V} } always { mark a }", makes: ["a"] },
    { name: "repeat", keys: "repeat 1 mark a {V}", makes: ["a"] },
    { name: "a short loop", keys: "for x (a b) mark $x {V}", makes: ["a", "b"] },
    { name: "an anonymous function", keys: "() { mark $1; : {V} } a", makes: ["a"] },
    { name: "several redirections", keys: ": {V} >a >b", makes: ["a", "b"] },
    { name: "a glob qualifier that runs code", keys: "print ..(e:'mark a {V}':)", makes: ["a"] },
    { name: "an alias", keys: "stop_{V}", makes: ["a"] },
    { name: "a global alias", keys: "mark a G{V}", makes: ["a"] },
    { name: "a suffix alias", keys: "x.{V}", makes: ["a"] },
  ],
};

/** Command mode, and a key that the other map has too. */
const vi: readonly Construct[] = [
  { name: "Enter in command mode", keys: `mark a {V}${ESC}\r`, accepts: true, makes: ["a"] },
  { name: "C-j in command mode", keys: `mark a {V}${ESC}\n`, accepts: true, makes: ["a"] },
];

export function constructs(shell: ShellName, mode: "emacs" | "vi"): readonly Construct[] {
  return [...everywhere, ...(mode === "vi" ? vi : only[shell])];
}

/** What some of them need in the startup file. */
export const preparations: { readonly [shell in ShellName]: string } = {
  bash: `bind '"\\ej": accept-line'; set -o histexpand`,
  zsh: `setopt interactive_comments
accept-by-hand() { zle .accept-line }; zle -N accept-by-hand; bindkey '^Xj' accept-by-hand; bindkey -s '^Xs' '; mark a\\n'
alias stop_OK='mark a; : OK' stop_DENY='mark a; : DENY'; alias -g GOK='; : OK' GDENY='; : DENY'; alias -s OK='mark a; : OK' DENY='mark a; : DENY'`,
};
