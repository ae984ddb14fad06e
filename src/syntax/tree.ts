/** The shape of a parsed command line: our own small tree, the only one the rest of heed knows. */

/** Whose grammar and rules apply. `sh` is POSIX sh as dash reads it. */
export type Dialect = "bash" | "zsh" | "sh";

/** Half-open range of UTF-16 offsets into the text that was parsed. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * What reading a text gave.
 * - `complete`: `body` is the whole text.
 * - `incomplete`: the shell would wait for more input (open quote, here-document, `do` without `done` …).
 * - `unreadable`: not certain; `body` is what could be read, good enough to find reasons to refuse and never to allow.
 */
export type Parsed =
  | { readonly kind: "complete"; readonly body: List }
  | { readonly kind: "incomplete"; readonly body: List; readonly reason: string }
  | { readonly kind: "unreadable"; readonly body: List; readonly reason: string; readonly span: Span };

/** Commands one after the other, by `;`, newline or `&`. */
export interface List {
  readonly kind: "list";
  readonly items: readonly ListItem[];
  readonly span: Span;
}

export interface ListItem {
  readonly command: Command;
  /** Ended by `&`, `&!` or `&|`: runs beside the shell and cannot change it. */
  readonly background: boolean;
}

export type Command =
  | Simple
  | Pipeline
  | AndOr
  | If
  | While
  | For
  | ArithmeticFor
  | Case
  | Group
  | Function
  | Conditional
  | Arithmetic
  | Coprocess
  | Opaque;

interface Node {
  readonly span: Span;
}

/** `a=1 cmd word… >file`. No words: assignments and redirections of the shell itself. */
export interface Simple extends Node {
  readonly kind: "simple";
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirections: readonly Redirection[];
}

/** `a | b |& c`, `! a`, `time a`. */
export interface Pipeline extends Node {
  readonly kind: "pipeline";
  readonly parts: readonly Command[];
  /** `stderr[i]`: the pipe after part i is `|&`. */
  readonly stderr: readonly boolean[];
  readonly negated: boolean;
  readonly timed: boolean;
}

/** `a && b || c`, left-associative. `operators[i]` stands between `parts[i]` and `parts[i + 1]`. */
export interface AndOr extends Node {
  readonly kind: "and-or";
  readonly parts: readonly Command[];
  readonly operators: readonly ("&&" | "||")[];
}

export interface If extends Node {
  readonly kind: "if";
  readonly clauses: readonly { readonly test: List; readonly body: List }[];
  readonly otherwise: List | undefined;
  readonly redirections: readonly Redirection[];
}

/** `while`, `until` (`until: true`). */
export interface While extends Node {
  readonly kind: "while";
  readonly until: boolean;
  readonly test: List;
  readonly body: List;
  readonly redirections: readonly Redirection[];
}

/** `for NAME in WORDS`, `select NAME in WORDS`, zsh `for A B (WORDS)`, zsh `repeat WORD` (no names). `words` undefined: `"$@"`. */
export interface For extends Node {
  readonly kind: "for" | "select" | "repeat";
  readonly names: readonly string[];
  readonly words: readonly Word[] | undefined;
  readonly body: List;
  readonly redirections: readonly Redirection[];
}

/** `for ((init; test; update))`. Each is arithmetic text as a word; empty text when left out. */
export interface ArithmeticFor extends Node {
  readonly kind: "arithmetic-for";
  readonly init: Word;
  readonly test: Word;
  readonly update: Word;
  readonly body: List;
  readonly redirections: readonly Redirection[];
}

export interface Case extends Node {
  readonly kind: "case";
  readonly word: Word;
  readonly arms: readonly CaseArm[];
  readonly redirections: readonly Redirection[];
}

export interface CaseArm {
  readonly patterns: readonly Word[];
  readonly body: List;
  /** `;;` ends, `;&` falls into the next body, `;;&` (zsh `;|`) goes on testing. */
  readonly then: ";;" | ";&" | ";;&";
}

/** `{ … }` (current shell) or `( … )` (subshell). zsh `{ … } always { … }` has `always`. */
export interface Group extends Node {
  readonly kind: "group" | "subshell";
  readonly body: List;
  readonly always: List | undefined;
  readonly redirections: readonly Redirection[];
}

/** A definition. `source` is the exact text of the whole definition, to be kept in the session and read again. No name: zsh anonymous, runs at once with `words` as its arguments; a name that zsh has to expand stands there as well. */
export interface Function extends Node {
  readonly kind: "function";
  readonly names: readonly string[];
  readonly words: readonly Word[];
  /** A compound command; its redirections apply at each call. */
  readonly body: Command;
  readonly source: string;
}

/** `[[ … ]]` */
export interface Conditional extends Node {
  readonly kind: "conditional";
  readonly test: Test;
  readonly redirections: readonly Redirection[];
}

export type Test =
  | { readonly kind: "and" | "or"; readonly left: Test; readonly right: Test }
  | { readonly kind: "not"; readonly inner: Test }
  | { readonly kind: "unary"; readonly operator: string; readonly operand: Word }
  | { readonly kind: "binary"; readonly operator: string; readonly left: Word; readonly right: Word }
  | { readonly kind: "word"; readonly word: Word };

/** `(( … ))`: arithmetic text as a word. */
export interface Arithmetic extends Node {
  readonly kind: "arithmetic";
  readonly text: Word;
  readonly redirections: readonly Redirection[];
}

export interface Coprocess extends Node {
  readonly kind: "coprocess";
  readonly name: string;
  readonly body: Command;
}

/** Something whose meaning is not certain: never skipped, always a finding. */
export interface Opaque extends Node {
  readonly kind: "opaque";
  readonly reason: string;
}

export interface Assignment extends Node {
  readonly name: string;
  /** Subscript of `a[i]=v`, as a word. */
  readonly index: Word | undefined;
  readonly append: boolean;
  readonly value: Word | ArrayLiteral;
}

/** `(a b [k]=v)` */
export interface ArrayLiteral extends Node {
  readonly kind: "array";
  readonly elements: readonly { readonly index: Word | undefined; readonly append: boolean; readonly value: Word }[];
}

export type RedirectionOperator = ">" | ">>" | ">|" | "<" | "<>" | ">&" | "<&" | "&>" | "&>>" | "<<<" | "<<";

/** For `<<` the target is the body: one literal if the delimiter was quoted, else expandable as in double quotes. zsh `>!` is `>|`. */
export interface Redirection extends Node {
  readonly operator: RedirectionOperator;
  /** The number, `{name}`, or undefined for the operator's default. */
  readonly descriptor: number | { readonly variable: string } | undefined;
  readonly target: Word;
}

/** One word before expansion. Adjacent parts make one field unless an unquoted expansion splits. */
export interface Word extends Node {
  readonly kind: "word";
  readonly parts: readonly Part[];
  /** Set on an argument of a declaration command (`declare a=(x)`, `export b=y`) that assigns: the same thing taken apart. */
  readonly assignment?: Assignment;
}

export type Part =
  /** Text as the shell sees it: escapes resolved. Unquoted text is still subject to tilde, brace and glob expansion; quoted is not. */
  | { readonly kind: "literal"; readonly text: string; readonly quoted: boolean }
  /** `"…"`: the parts inside expand, nothing splits or globs. */
  | { readonly kind: "double"; readonly parts: readonly Part[] }
  | Parameter
  /** `$(…)`, backticks, bash 5.3 `${ …; }` (`inline`: runs in the current shell). */
  | { readonly kind: "command"; readonly body: List; readonly inline: boolean; readonly span: Span }
  /** `$((…))`, `$[…]`: arithmetic text as a word whose parts expand as in double quotes. */
  | { readonly kind: "arithmetic"; readonly text: Word; readonly span: Span }
  /** `<(…)`, `>(…)`, zsh `=(…)` */
  | { readonly kind: "process"; readonly direction: "<" | ">" | "="; readonly body: List; readonly span: Span }
  /** bash extglob group: `@(a|b)`. Kept as pattern text with its words, since substitutions inside run. */
  | { readonly kind: "extglob"; readonly operator: string; readonly alternatives: readonly Word[]; readonly span: Span }
  /** An expansion whose meaning is not certain. */
  | { readonly kind: "opaque"; readonly reason: string; readonly span: Span };

/** `$name`, `${…}` */
export interface Parameter {
  readonly kind: "parameter";
  readonly name: string;
  /** `${!name}` */
  readonly indirect: boolean;
  /** `${#name}` */
  readonly length: boolean;
  /** `${name[index]}`; `@` and `*` are literals. */
  readonly index: Word | undefined;
  readonly operation: ParameterOperation | undefined;
  /** zsh `${${x}#y}`, `${(f)"$(cmd)"}`: what is expanded instead of a name, which is then empty. */
  readonly nested?: Word;
  /** zsh flags `${(flags)…}` without the parentheses, and `~ = ^ +` prefixes as `~`, `=`, `^`, `+`. Empty in bash. */
  readonly flags: string;
  readonly span: Span;
}

export type ParameterOperation =
  /** `:-` `-` `:=` `=` `:?` `?` `:+` `+`, zsh `::=` */
  | { readonly kind: "default"; readonly operator: string; readonly word: Word }
  /** `#` `##` `%` `%%`, zsh `:#` */
  | { readonly kind: "trim"; readonly operator: string; readonly pattern: Word }
  /** `/` `//` `/#` `/%`, zsh `:/` */
  | { readonly kind: "replace"; readonly operator: string; readonly pattern: Word; readonly replacement: Word }
  /** `${name:offset:length}`, both arithmetic text. */
  | { readonly kind: "slice"; readonly offset: Word; readonly length: Word | undefined }
  /** `^` `^^` `,` `,,` */
  | { readonly kind: "case"; readonly operator: string; readonly pattern: Word | undefined }
  /** `@P` `@Q` `@E` … */
  | { readonly kind: "transform"; readonly operator: string }
  /** `${!prefix*}`, `${!name[@]}` */
  | { readonly kind: "names"; readonly operator: string }
  /** zsh `${(f)"$(cmd)"}`: the `nested` of the parameter is all there is; where it is also trimmed, sliced …, that is the operation. */
  | { readonly kind: "nested"; readonly word: Word }
  /** zsh modifiers `${name:h:t}` as one text. */
  | { readonly kind: "modifiers"; readonly text: string };

/** What reading a text depends on besides the dialect. */
export interface ReadOptions {
  /** bash: `@(a|b)` is a pattern outside `[[ ]]` too. */
  readonly extglob?: boolean;
  /** Characters that stand for holes are kept. */
  readonly holes?: boolean;
  /** Interactive zsh takes `#` as text unless INTERACTIVE_COMMENTS is set. Default: true. */
  readonly comments?: boolean;
}
