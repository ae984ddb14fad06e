import { describe, expect, test } from "vitest";
import { createDecoder, encodeAnswer, encodeRequest, type Request, wordsOf } from "../../src/serve/protocol.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const decode = (text: string) => createDecoder()(bytes(text));
const line = ["7.1", "b7.9", "line", "1", "/work", "echo hi", "", 'declare -x A="1"\n'];
const wanted: Request = {
  id: "7.1",
  key: "b7.9",
  kind: "line",
  final: true,
  cwd: "/work",
  text: "echo hi",
  expanded: "",
  exports: ['declare -x A="1"\n'],
};

describe("a request", () => {
  test("is read back as it was written", () => {
    expect(decode(encodeRequest(line))).toEqual([wanted]);
  });

  test("may come byte by byte, and several at once", () => {
    const push = createDecoder();
    const all = [...bytes(encodeRequest(line) + encodeRequest(["8", "k", "ping"]) + encodeRequest(line))];
    const found = all.flatMap((byte) => push(Uint8Array.of(byte)));
    expect(found).toEqual([wanted, { id: "8", key: "k", kind: "ping" }, wanted]);
    expect(decode(encodeRequest(line).repeat(3))).toEqual([wanted, wanted, wanted]);
  });

  test("may be of a megabyte, with bytes that are no UTF-8", () => {
    const push = createDecoder();
    const request = Buffer.from(encodeRequest(line.with(5, "x".repeat(1_000_000))));
    request[request.indexOf("xxx")] = 0xff;
    const found: unknown[] = [];
    for (let i = 0; i < request.length; i += 65_536) found.push(...push(request.subarray(i, i + 65_536)));
    expect(found).toEqual([{ ...wanted, text: `\ufffd${"x".repeat(999_999)}` }]);
  });

  const broken: readonly { readonly name: string; readonly text: string }[] = [
    { name: "no number of fields", text: "hello\0" },
    { name: "a number of none", text: "0\0" },
    { name: "a number with a sign", text: "-3\0a\0b\0c\0" },
    { name: "too many fields", text: "99999\0" },
    { name: "an unknown kind", text: encodeRequest(["1", "k", "run"]) },
    { name: "a field too few", text: encodeRequest(line.slice(0, 6)) },
    { name: "a field too many", text: encodeRequest(["1", "k", "yes", "really"]) },
    { name: "a state that is none", text: encodeRequest(["1", "k", "have", "alias", "ls", "2", ""]) },
    {
      name: "a state named as an inherited property",
      text: encodeRequest(["1", "k", "have", "alias", "ls", "constructor", ""]),
    },
    { name: "a thing nobody asks for", text: encodeRequest(["1", "k", "have", "file", "x", "1", ""]) },
    {
      name: "a process that is no number",
      text: encodeRequest(["1", "k", "hello", "1", "0.1.0", "bash", "5", "x", "ask"]),
    },
    {
      name: "a way of asking that is none",
      text: encodeRequest(["1", "k", "hello", "1", "0.1.0", "bash", "5", "7", "no"]),
    },
  ];
  test.each(broken)("with $name is garbage, and what comes after it in the same breath is not trusted", ({ text }) => {
    const push = createDecoder();
    expect(push(bytes(text + encodeRequest(line)))).toEqual([{ kind: "garbage" }]);
    expect(push(bytes(encodeRequest(line)))).toEqual([wanted]);
  });

  test("that never ends is garbage at 16 MB", () => {
    const push = createDecoder();
    const chunk = new Uint8Array(4 * 1024 * 1024).fill(120);
    const found = [1, 2, 3, 4, 5].flatMap(() => push(chunk));
    expect(found).toEqual([{ kind: "garbage" }]);
  });
});

test("the words of a line that could name a command", () => {
  const words = wordsOf("git status;ls|wc \"a\" 'b' `c` $d ${e} !f g=h (i)\nj\tk{l}&m<n>o rm*x @ [ ] ./x git-y");
  expect(words.join(" ")).toBe("git status ls wc a b c d e f g h i j k l m n o ./x git-y");
});

describe("an answer", () => {
  test("is one line, whatever its text holds", () => {
    expect(encodeAnswer("7.1", { word: "deny", text: "a\nb\tc\0d\r" })).toBe("7.1\tdeny\ta b c d \n");
    expect(encodeAnswer("7\t1", { word: "allow" })).toBe("7 1\tallow\t\n");
  });

  test("names what it needs", () => {
    const names = [
      { what: "alias", name: "ls" },
      { what: "variable", name: "X" },
    ] as const;
    expect(encodeAnswer("1", { word: "need", names })).toBe("1\tneed\talias:ls variable:X\n");
  });
});
