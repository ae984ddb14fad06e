/** Commands that only zsh has. */

import { deeper, type Grammar, name, pattern, word } from "./words.ts";

export function zshCommand(g: Grammar): string {
  const n = name(g);
  const list = () => g.list();
  return g.random.weighted([
    [2, () => `repeat ${g.random.pick(["2", "0", "1", "$v", "A"])}; do ${list()}; done`],
    [1, () => `repeat 2 x1 ${word(g)}`],
    [2, () => `for ${n} (${word(g)} ${word(g)}) x1 $${n}`],
    [1, () => `for ${n} w (a b c d) { ${list()} }`],
    [1, () => `for ${n} in a b; { ${list()} }`],
    [1, () => `foreach ${n} (a b) ${list()}; end`],
    [2, () => `{ ${list()} } always { ${list()} }`],
    [2, () => `() { ${list()} } ${word(g)} ${word(g)}`],
    [1, () => `function { ${list()} } ${word(g)}`],
    [1, () => `if [[ -n $${n} ]] { ${list()} } else { ${list()} }`],
    [1, () => `while x5 { ${list()} }`],
    [1, () => `if (( ${n} )) x1 ${word(g)}`],
    [1, () => `case ${word(g)} { (${pattern(g)}) ${list()} ;; (*) ${list()} }`],
    [1, () => `f g() { ${list()} }; g ${word(g)}`],
    [1, () => `x1 ${word(g)} &!`],
    [1, () => `${g.random.pick(["noglob", "nocorrect", "-", "command", "builtin", "exec"])} x1 ${word(g)}`],
    [1, () => `alias -g G=${g.random.pick(["'| x8'", "'a b'", "'; x2'"])}\nx1 q G`],
    [1, () => `alias -s zz=x1; y.zz`],
    [
      1,
      () =>
        g.random.pick([
          "<a.txt",
          ">f1 <a.txt",
          "x1 >f1 >f2",
          "x7 m >f1 | x8",
          "x8 <a.txt <b.txt",
          "x1 >&f1",
          "x1 >!f1",
          "x7 q >>!f1",
          "x8 < a.txt | x8",
        ]),
    ],
    [
      1,
      () =>
        `x1 ${g.random.pick(["*(e:'x2 q':)", "*.txt(N)", "a.txt(:h)", "*(+f)", "(*.txt|d)", "^a.txt", "*~a.txt", "**/c.txt", "*(om[1])", "*.txt(e_'x2 $REPLY'_)", "?.txt(#q.)", "<->", "[a-b].txt([1])"])}`,
    ],
    [
      1,
      () =>
        `print ${g.random.pick(["-r --", "-l", "-n", "-rl --", "-P", "-f '%s\\n'", "-z", "-s", "-C 2", "-N"])} ${word(g)} | x8`,
    ],
    [
      1,
      () =>
        `${g.random.pick(["v", "A"])}=${g.random.pick(["(a b)", "=x1", "(*.txt)", "$(<a.txt)", '${(f)"$(<a.txt)"}', "(<1-3>)", "~/q", "a:~"])}; x1 $v $A`,
    ],
    [
      1,
      () =>
        deeper(
          g,
          () => `eval "${list().replaceAll(/["$`\\]/g, "")}"`,
          () => "x1",
        ),
    ],
    [
      0.5,
      () =>
        g.random.pick([
          "x1 $(<a.txt)",
          "x1 ${$(x7 a b)[2]}",
          "x1 ${(@f)$(<a.txt)}",
          'x1 "${(@f)$(<a.txt)}"',
          "x1 a\\\nb",
          "x1 $'a\\nb'",
          "x1 =(x7 a)",
          "x1 ${(z)w}",
          "x8 =(x7 k)",
          "x8 < =(x7 k)",
          "x1 ${v+set}",
          "$(<s.sh)",
          "x1 ${~w}",
          "x1 $=w",
          "$=w",
          "${=w} z",
          "x1 ${(e)w}",
        ]),
    ],
  ]);
}
