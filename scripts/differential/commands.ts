/** Random command lines: every construct of the two shells over stub programs. No line leaves its directory or runs for long. */

import type { Shell } from "./cage.ts";
import type { Random } from "./random.ts";
import { arithmetic, atom, deeper, double, type Grammar, name, pattern, word } from "./words.ts";
import { zshCommand } from "./zsh.ts";

const STUBS = ["x1", "x1", "x1", "x2", "x2", "x3", "x4", "x5", "x6", "x7", "x8"];
const FUNCTIONS = ["f", "g"];

const several = (g: Grammar, make: () => string, most: number, separator = " "): string =>
  Array.from({ length: g.random.below(most + 1) }, make).join(separator);

const words = (g: Grammar, most = 3): string => several(g, () => word(g), most);

export function redirection(g: Grammar): string {
  const file = () => g.random.pick(["f1", "f2", "d/f3", '"f 4"', "f$v", "f{5,6}", "~/f7"]);
  return g.random.weighted([
    [3, () => `>${file()}`],
    [1, () => `>>${file()}`],
    [
      1,
      () =>
        g.random.pick([
          "2>f8",
          "2>&1",
          ">&2",
          "2>/dev/null",
          "&>f9",
          ">/dev/null",
          ">|f1",
          "<>f1",
          "3>f3",
          "1>&2",
          ">&f1",
          "&>>f9",
          "2>&-",
        ]),
    ],
    [2, () => g.random.pick(["<a.txt", "<b.txt", "< a.txt", "</dev/null", "<f1"])],
    [2, () => `<<<${word(g)}`],
    [1, () => `<<<"${atom(g)} ${atom(g)}"`],
    [
      0.5,
      () =>
        deeper(
          g,
          () => `< <(${g.list()})`,
          () => "<a.txt",
        ),
    ],
    [
      0.5,
      () =>
        deeper(
          g,
          () => `> >(${g.list()})`,
          () => ">f1",
        ),
    ],
  ]);
}

const redirections = (g: Grammar): string => (g.random.chance(0.15) ? ` ${redirection(g)}` : "");

export function assignment(g: Grammar): string {
  return g.random.weighted([
    [6, () => `${name(g)}=${g.random.chance(0.8) ? word(g) : ""}`],
    [1, () => `${name(g)}+=${word(g)}`],
    [1, () => `arr=(${words(g)})`],
    [0.5, () => `arr+=(${words(g, 2)})`],
    [0.5, () => `arr[${g.random.pick(["0", "1", "2", "5", "-1", "v"])}]=${word(g)}`],
    [
      0.5,
      () =>
        g.random.pick([
          "IFS=,",
          "IFS=:",
          "IFS=",
          "IFS=' '",
          "IFS=$' \\t\\n'",
          "PATH=$PATH",
          "v=x1",
          "w='x1 a'",
          "v='a b'",
          "v='*.txt'",
          "v=a,b",
          "w=v",
          "v=A",
        ]),
    ],
  ]);
}

/** A command name that is certain to be a stub, or comes from an expansion. */
export function stub(g: Grammar): string {
  return g.random.weighted([
    [12, () => g.random.pick(STUBS)],
    [
      1,
      () =>
        g.random.pick([
          "$v",
          "$w",
          '"$v"',
          "${v:-x1}",
          "x{1,2}",
          "$(x7 x1)",
          "\\x1",
          "'x1'",
          "x'1'",
          "${A-x2}",
          "${arr[0]}",
          "$1",
          '"$@"',
          "x${B:-1}",
        ]),
    ],
    [
      1,
      () =>
        g.random.pick([
          "command x1",
          "builtin echo",
          "x9 x1",
          "x9",
          "command",
          "builtin",
          "command -v",
          "x9 x9 x2",
          "command -p x1",
        ]),
    ],
    [1, () => g.random.pick(FUNCTIONS)],
  ]);
}

function simple(g: Grammar): string {
  const prefix = g.random.chance(0.15) ? `${several(g, () => assignment(g), 2)} ` : "";
  const before = g.random.chance(0.03) ? `${redirection(g)} ` : "";
  return `${prefix}${before}${stub(g)} ${words(g)}${redirections(g)}`.trim();
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Builtins that change what the shell carries on. */
export function builtin(g: Grammar): string {
  const n = name(g);
  const v = () => word(g);
  const bash = g.shell === "bash";
  return g.random.weighted([
    [4, () => `export ${n}=${v()}`],
    [
      2,
      () =>
        g.random.pick([
          `export ${n}`,
          `export -n ${n}`,
          `export ${n}=1 ${name(g)}=$${n}`,
          `declare +x ${n}`,
          `typeset -x ${n}`,
          `export "${n}=${atom(g)}"`,
        ]),
    ],
    [
      4,
      () =>
        `${g.random.pick(["declare", "typeset", "local", "readonly"])} ${g.random.pick(["", "", "-x ", "-i ", "-u ", "-l ", "-g ", "-r ", "-gx "])}${n}=${v()}`,
    ],
    [
      1,
      () =>
        g.random.pick([
          "declare -a arr=(a 'b c' d)",
          "declare -A h=([k]=v [j]=w)",
          "typeset -A h",
          "h[k]=z",
          "declare -n r=A; r=7",
          "local -a arr",
          "declare arr",
          "readonly A",
          "typeset -a arr",
          "declare -n w=v",
        ]),
    ],
    [
      2,
      () =>
        `unset ${g.random.pick([n, "arr", "'arr[1]'", "-v A", "-f f", "f", "h", "IFS", `${n} ${name(g)}`, "PATH"])}`,
    ],
    [
      2,
      () =>
        `read ${g.random.pick(["", "-r "])}${g.random.pick([n, `${n} ${name(g)}`, "", bash ? "-a arr" : "-A arr"])} ${g.random.pick(["<<<'a b c'", `<<<${v()}`, "<a.txt", "</dev/null", "<<<$v"])}`,
    ],
    [1, () => `printf -v ${n} ${g.random.pick(["%s", "%d", "'%s-%s '", "%b", "a%%b", "%q", "%5s", "%x"])} ${words(g)}`],
    [1, () => `printf ${g.random.pick(["%s", "'%s\\n'", "'%s %s\\n'", "'%b'", "%q", "'a\\tb'"])} ${words(g)} | x8`],
    [1, () => `set -- ${words(g)}`],
    [1, () => g.random.pick(["shift", "shift 2", "shift $#", "set a b c", "set -- 'a b' c", "set -- $v", "set --"])],
    [
      1,
      () =>
        `set ${g.random.pick(["-a", "+a", "-f", "+f", "-u", "-e", "+e", "-k", "-o allexport", "-o posix", "-x", "-o pipefail", "-B", "+B", "-o noglob", "-C"])}`,
    ],
    [1, () => `let ${quoted(arithmetic(g))}`],
    [1, () => `((${arithmetic(g)}))`],
    [
      2,
      () =>
        `eval ${
          g.random.chance(0.5)
            ? quoted(
                deeper(
                  g,
                  () => g.list(),
                  () => "x1 e",
                ),
              )
            : words(g)
        }`,
    ],
    [
      1,
      () =>
        g.random.pick([
          ". ./s.sh",
          "source ./s.sh a",
          ". s.sh",
          "source d/c.txt",
          "A=1 . ./s.sh",
          ". ./s.sh 1 2",
          "source <(echo x1 p)",
          ". /dev/stdin <<<'x1 q'",
        ]),
    ],
    [
      2,
      () =>
        g.random.pick([
          "cd d",
          "cd ..",
          "cd",
          "cd -",
          "cd d && x1",
          "cd nosuch",
          "cd $v",
          "cd ./d/..",
          "pushd d",
          "popd",
          "cd d; cd ..",
          "CDPATH=d",
          "cd -P d",
          "dirs",
          "cd 'd'",
          'cd "$HOME"',
          "pwd | x8",
        ]),
    ],
    [
      1,
      () =>
        `trap ${quoted(
          deeper(
            g,
            () => g.list(),
            () => "x1 t",
          ),
        )} ${g.random.pick(["EXIT", "EXIT", "0", "DEBUG", "ERR", "RETURN", "USR1", "INT TERM"])}`,
    ],
    [
      0.5,
      () =>
        g.random.pick([
          "trap - EXIT",
          "trap '' TERM",
          "trap 'x1 $?' EXIT",
          "trap 'x1 sig' USR1; kill -USR1 $$",
          "return",
          "exit",
          "exit 3",
          "return 1",
          "break",
          "continue",
          "break 2",
        ]),
    ],
    [
      1,
      () =>
        `alias ${g.random.pick(["a1", "x2", "a2"])}=${quoted(
          deeper(
            g,
            () => g.list(),
            () => "x1 al ",
          ),
        )}`,
    ],
    [
      0.5,
      () =>
        g.random.pick([
          "unalias a1",
          "a1 b",
          "a2",
          "shopt -s expand_aliases",
          "unalias -a",
          "type x1",
          "hash x1",
          "times",
          "umask 022",
          "ulimit -n",
          "hash -r",
          "wait",
          "jobs",
          ":",
          "true",
          "false",
          "history",
        ]),
    ],
    [
      1,
      () =>
        `exec ${g.random.pick(["x1 z", "3<a.txt", ">f1", "3>&1", "<a.txt", "4>f4", "2>&1", "x9 x2", "3<&-", "-a q x1", "5<>f5"])}`,
    ],
    [
      1,
      () =>
        g.random.pick([
          "getopts ab: v",
          "getopts ab: v -a -b x",
          'while getopts ab: v; do x1 "$v" "$OPTARG"; done',
          "set -- -a -b q r; getopts ab: v; x1 $v $OPTIND",
        ]),
    ],
    [1, () => `echo ${words(g)}${redirections(g)}`],
    [
      1,
      () =>
        `test ${g.random.pick(["-n $v", '-z "$v"', "a = a", "$v = $w", "-f a.txt", "-d d", "1 -lt 2", "! -f q", "a -a b", "$v -eq 1", "-v A", '"$v" \\< b'])}`,
    ],
    [
      1,
      () =>
        `[ ${g.random.pick(['-n "$v"', "-z $v", "$v == a", "a != $w", "-e a.txt", "3 -ge $v", "! a", "\\( a \\)", "$# -gt 0", "a = b -o c = c"])} ]`,
    ],
    [
      bash ? 2 : 0,
      () =>
        g.random.pick([
          "mapfile -t arr <a.txt",
          "mapfile arr <<<$v",
          "readarray -t arr < <(x6)",
          "shopt -s extglob",
          "shopt -s nullglob",
          "shopt -s lastpipe",
          "shopt -s failglob",
          "shopt -s nocasematch",
          "shopt -s globstar",
          "shopt -s dotglob",
          "declare -f f",
          "export -f f",
          "enable -n echo",
          "BASH_ENV=f1",
          "shopt -u extglob",
          "mapfile -t -n 1 arr <a.txt",
          "printf -v arr[1] z",
          "unset -n r",
          "declare -p v",
          "local -n r=v",
          "set -o emacs",
          "mapfile -t -s 1 arr <a.txt",
          "read -n 1 v <<<abc",
          "read -d , v <<<a,b",
          "read -N 2 v <a.txt",
        ]),
    ],
    [
      bash ? 0 : 2,
      () =>
        g.random.pick([
          "setopt shwordsplit",
          "setopt nullglob",
          "setopt ksharrays",
          "setopt noglob",
          "setopt allexport",
          "unsetopt nomatch",
          "setopt extendedglob",
          "setopt globsubst",
          "setopt rcquotes",
          "setopt errexit",
          "setopt sh_word_split",
          "emulate sh",
          "emulate -L zsh",
          "emulate ksh -c 'x1 $v'",
          "print -r -- $v | x8",
          "print -v v a b",
          "print -l $arr | x8",
          "float A=1.5",
          "integer A=3+4",
          "typeset -T SP sp; sp=(a b); x1 $SP",
          "export -T SP sp; SP=a:b; x1 $sp",
          "typeset -U arr",
          "path+=(d)",
          "unset 'arr[1]'",
          "set -A arr a b c",
          "read -k 1 v <<<abc",
          "setopt kshglob",
          "setopt braceccl",
          "unsetopt bareglobqual",
          "disable x1",
          "functions f",
          "unfunction f",
          "autoload nosuch",
          "zmodload zsh/datetime",
          "setopt posixbuiltins",
          "setopt nounset",
          "local -x v=3",
          "typeset -gx v=2",
          "setopt interactivecomments",
          "setopt cshnullglob",
          "noglob x1 *",
          "setopt autocd",
          "typeset -Z 3 A=7",
          "typeset -L 2 v=abc",
          "typeset -R 5 v=abc",
          "typeset -i 16 A=255",
          "shift -p",
          "shift arr",
          "set -A arr",
          "typeset -r A=1",
          "typeset -h v",
          "typeset -H v",
        ]),
    ],
  ]);
}

function test(g: Grammar): string {
  const one = (): string =>
    g.random.weighted([
      [2, () => `-${g.random.pick(["n", "z"])} ${word(g)}`],
      [2, () => `${double(g)} ${g.random.pick(["==", "=", "!="])} ${g.random.chance(0.5) ? pattern(g) : word(g)}`],
      [1, () => `$${name(g)} ${g.random.pick(["-eq", "-lt", "-ge"])} ${arithmetic(g).replaceAll(/[ <>&|]/g, "")}`],
      [1, () => `$${name(g)} =~ ${g.random.pick(["^a", "b$", ".", "[ab]+", "(a)(b)?", "$v", "a.*c"])}`],
      [
        1,
        () =>
          g.random.pick(["-f a.txt", "-d d", "-e q", "-v A", "a < b", "$v > a", "! -z $w", "-o errexit", "-n", "$v"]),
      ],
      [
        1,
        () =>
          deeper(
            g,
            () => `( ${test(g)} )`,
            () => "a == a",
          ),
      ],
    ]);
  return g.random.weighted([
    [4, one],
    [1, () => `${one()} && ${one()}`],
    [1, () => `${one()} || ${one()}`],
    [1, () => `! ${one()}`],
  ]);
}

/** A command whose status steers the next. */
const condition = (g: Grammar): string =>
  g.random.weighted([
    [3, () => g.random.pick(["x1", "x3", "x4", "x5", "true", "false", ":"])],
    [3, () => `[[ ${test(g)} ]]`],
    [1, () => `((${arithmetic(g)}))`],
    [1, () => `[ ${g.random.pick(['-n "$v"', "$v = a", "1 -lt 2", '-z "$A"'])} ]`],
    [
      1,
      () =>
        deeper(
          g,
          () => g.list(),
          () => "x4",
        ),
    ],
    [1, () => `! ${g.random.pick(["x1", "x3", "x4", "x5"])}`],
  ]);

function heredoc(g: Grammar): string {
  const lines = several(
    g,
    () =>
      g.random.pick([
        `${atom(g)} ${atom(g)}`,
        "$v",
        "${A:-q}",
        "$(x7 h)",
        "\\$v",
        "'a'",
        '"b"',
        "a \\",
        "`x7 i`",
        "$((1+1))",
      ]),
    3,
    "\n",
  );
  const delimiter = g.random.pick(["EOF", "'EOF'", '"EOF"', "\\EOF", "-EOF"]);
  const command = g.random.pick([
    "x8",
    "x1",
    "read v",
    "x8 <<<z",
    "while read -r v; do x1 $v; done",
    "x9 x8",
    "{ read v; x8; }",
    "x8 >f1",
    'eval "$(x7 x1)"; x8',
  ]);
  const after = g.random.pick(["", "", " && x1 after", " | x8", "; x1 then"]);
  if (/[&|;}]/.test(command) && after.includes("|")) return `${command} <<${delimiter}\n${lines}\nEOF\n`;
  return `${command} <<${delimiter}${after}\n${lines}\nEOF\n`;
}

function compound(g: Grammar): string {
  const list = () => g.list();
  const n = name(g);
  const end = () => redirections(g);
  return g.random.weighted([
    [
      3,
      () =>
        `if ${condition(g)}; then ${list()}; ${g.random.chance(0.3) ? `elif ${condition(g)}; then ${list()}; ` : ""}${g.random.chance(0.5) ? `else ${list()}; ` : ""}fi${end()}`,
    ],
    [3, () => `for ${n} in ${words(g)}; do ${list()}; done${end()}`],
    [1, () => `for ${n}; do ${list()}; done`],
    [
      1,
      () =>
        g.random.pick([
          `while read -r ${n}; do ${list()}; done <a.txt`,
          `while x5; do ${list()}; done`,
          `until x4; do ${list()}; done`,
          `x7 a b | while read ${n} w; do ${list()}; done`,
          `while true; do ${list()}; break; done`,
          `for i in 1 2; do ${list()}; continue; x2 no; done`,
          `for i in 1 2 3; do [[ $i == 2 ]] && break; ${list()}; done`,
          `until false; do ${list()}; break; done`,
          `i=0; while ((i++ < 3)); do ${list()}; done`,
        ]),
    ],
    [1, () => `for ((i = 0; i < ${1 + g.random.below(3)}; i++)); do ${list()}; done${end()}`],
    [
      2,
      () =>
        `case ${word(g)} in ${several(g, () => `${g.random.chance(0.3) ? "(" : ""}${pattern(g)}${g.random.chance(0.3) ? `|${pattern(g)}` : ""}) ${list()} ${g.random.pick([";;", ";;", ";&", g.shell === "zsh" ? ";|" : ";;&"])} `, 3, "")}${g.random.chance(0.5) ? `*) ${list()} ;; ` : ""}esac${end()}`,
    ],
    [1, () => `select ${n} in ${words(g)} z; do ${list()}; break; done <<<${g.random.pick(["1", "2", "9", "$v"])}`],
    [2, () => `{ ${list()}; }${end()}`],
    [2, () => `( ${list()} )${end()}`],
    [
      2,
      () =>
        `${g.random.pick(["f() { ", "function f { ", "g() { ", "function g() { "])}${g.random.pick(["", "local v=1; ", "local A; ", "local -x w=2; ", 'x1 "$@"; ', "shift; ", "declare -x B=3; "])}${list()}; ${g.random.pick(["", "return; ", "return 1; "])}}${end()}${g.random.chance(0.7) ? `; ${g.random.pick(["f", "g", "A=1 f", "f a b", "f | x8", "(g)", "f &", 'g "$v"'])} ${words(g, 2)}` : ""}`,
    ],
    [0.5, () => `f() ( ${list()} ); f ${words(g, 2)}`],
    [1, () => `[[ ${test(g)} ]]`],
    [0.3, () => (g.shell === "bash" ? `coproc { ${list()}; }` : `coproc x1 ${words(g, 1)}`)],
    [1, () => heredoc(g)],
    [0.5, () => `time ${list()}`],
  ]);
}

function command(g: Grammar): string {
  return g.random.weighted([
    [10, () => simple(g)],
    [4, () => assignment(g)],
    [5, () => builtin(g)],
    [
      4,
      () =>
        deeper(
          g,
          () => compound(g),
          () => simple(g),
        ),
    ],
    [
      g.shell === "zsh" ? 2 : 0,
      () =>
        deeper(
          g,
          () => zshCommand(g),
          () => simple(g),
        ),
    ],
  ]);
}

/** Between two commands; a here-document ends its line itself. */
function joined(g: Grammar, left: string, right: string): string {
  if (left.endsWith("\n")) return left + right;
  const operator = g.random.weighted([
    [8, () => "; "],
    [3, () => " && "],
    [2, () => " || "],
    [2, () => " | "],
    [0.3, () => " |& "],
    [0.5, () => " & "],
    [1, () => "\n"],
  ]);
  return left + operator + right;
}

function list(g: Grammar, most: number): string {
  let out = command(g);
  for (let i = g.random.below(most); i > 0; i--) out = joined(g, out, command(g));
  if (g.random.chance(0.04)) out = `! ${out}`;
  return out;
}

/** One line of input for a shell. */
export function generate(shell: Shell, random: Random): string {
  return list(grammar(shell, random), 5);
}

export function grammar(shell: Shell, random: Random): Grammar {
  const g: Grammar = {
    shell,
    random,
    depth: 3,
    list: () => {
      const text = deeper(
        g,
        () => list(g, 2),
        () => `x1 ${word(g)}`,
      );
      // a here-document inside a construct needs its own line; `; }` may not follow a newline
      return text.endsWith("\n") ? `${text}:` : text;
    },
  };
  return g;
}
