/** Commands from a pipe are judged one by one, and run as the real shell would have run them. */

import { afterAll, describe, expect, test } from "vitest";
import { type Place, place, run } from "./place.ts";

const at: Place = place();
afterAll(() => at.clean());

const shells = ["bash", "zsh", "sh"] as const;

/** Each is a whole input; what the real shell makes of it is what is expected. */
const inputs: { readonly [what: string]: string } = {
  "keeps variables and the directory": "A=5\nmkdir -p sub\ncd sub\necho $A ${PWD##*/}\ncd ..\n",
  "keeps the status": "false\necho $?\n(exit 7)\necho $?\n",
  "gathers what belongs together": "for i in 1 2\ndo\necho $i\ndone\nif true; then\n echo yes\nfi\n",
  "gathers here-documents": "cat <<EOF\nhello\n  there\nEOF\necho after\n",
  "gathers quotes and escapes": 'echo "one\ntwo"\necho three \\\n four\n',
  "runs functions": 'f() {\n  local x=1\n  echo "f $1"\n}\nf a\n',
  "defines positional parameters": "set -- p q\necho $# $2\n",
  "ends where it is told to": "echo one\nexit 3\necho two\n",
  "ends at an error when it is told to": "set -e\necho one\nfalse\necho two\n",
  "fires a trap at the end": "trap 'echo bye' EXIT\necho hi\n(exit 5)\n",
  "takes a last line without an end": "echo last",
  "takes blank lines and comments": "\n   \n# nothing\necho something\n",
  "runs in the background": "echo early &\nwait\necho late\n",
  "is given arguments": "echo $0 $# $1\n",
};

describe.each(shells)("%s", (shell) => {
  test.each(Object.entries(inputs))("%s", (_what, input) => {
    const args = ["-s", "one", "two"];
    const { status, out } = run(at, shell, args, { input });
    expect(run(at, `heed-${shell}`, args, { input })).toEqual({ status, out, err: "", signal: null });
  });

  test("goes on behind a command that may not run, with status 126", () => {
    const input = "A=1\nnobody-knows-this\necho status $? A $A\nexport HEED_X=1\necho status $?\n";
    const { status, out, err } = run(at, `heed-${shell}`, [], { input });
    expect({ status, out }).toEqual({ status: 0, out: "status 126 A 1\nstatus 126\n" });
    expect(err).toMatch(/^heed: refused: nobody-knows-this [^\n]*\nheed: denied: export HEED_X=1 [^\n]*\n$/);
  });

  test("takes a command that no pipe holds at once", () => {
    const long = "x".repeat(100_000);
    const { status, out } = run(at, `heed-${shell}`, [], { input: `X=${long}\necho \${#X} ${long} | wc -c\n` });
    expect({ status, out: out.trim() }).toEqual({ status: 0, out: "100008" });
  });

  test("starts with the options that it is given", () => {
    const { status, out } = run(at, `heed-${shell}`, ["-e"], { input: "echo one\nfalse\necho two\n" });
    expect({ status, out }).toEqual({ status: 1, out: "one\n" });
  });

  test("judges with what earlier commands set", () => {
    const input = "X=nobody-knows-this\n$X\necho status $?\nX=echo\n$X fine\n";
    expect(run(at, `heed-${shell}`, [], { input }).out).toBe("status 126\nfine\n");
  });

  test("does not run what is not finished", () => {
    const { status, out, err } = run(at, `heed-${shell}`, [], { input: "echo one\nif true; then\n echo two\n" });
    expect({ status, out }).toEqual({ status: 126, out: "one\n" });
    expect(err).toMatch(/\(unfinished\)/);
  });
});

// dash reads ahead, and what reads its input finds nothing there.
test.each(["bash", "zsh"])("%s leaves the rest of the input to who reads it", (shell) => {
  const input = "read x\nthis is data\necho got $x\ncat\nall that\nis left\n";
  expect(run(at, `heed-${shell}`, [], { input }).out).toBe(run(at, shell, [], { input }).out);
});

// A `return` outside of a function ends the input for zsh and sh; bash complains and goes on.
test.each(["return 4", "break", "continue"])("%s does not end the guard", (jump) => {
  const input = `${jump}\nnobody-knows-this\necho still $?\n`;
  expect(run(at, "heed-bash", [], { input }).out).toBe("still 126\n");
});
