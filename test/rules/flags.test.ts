import { expect, test } from "vitest";
import { parseFlag } from "../../src/rules/flags.ts";

const plain = {
  form: "word",
  value: "none",
  role: "text",
  detail: "",
  untilSemicolon: false,
  last: false,
  effect: undefined,
};

test.each([
  ["-n|--number", [{ spellings: ["-n", "--number"] }]],
  ["-o|--output=write", [{ spellings: ["-o", "--output"], value: "required", role: "write" }]],
  ["--color?=text", [{ spellings: ["--color"], value: "optional" }]],
  ["-e=code:awk", [{ spellings: ["-e"], value: "required", role: "code", detail: "awk" }]],
  ["-c=key=value", [{ spellings: ["-c"], value: "required", role: "key=value" }]],
  ["-exec=argv;", [{ spellings: ["-exec"], value: "required", role: "argv", untilSemicolon: true }]],
  ["-D*", [{ spellings: ["-D*"], form: "prefix" }]],
  ["-D*=exec", [{ spellings: ["-D*"], form: "prefix", role: "exec" }]],
  ["-NUM", [{ spellings: ["-NUM"], form: "number" }]],
  ["+*", [{ spellings: ["+*"], form: "prefix" }]],
  ["-f|--force!discard", [{ spellings: ["-f", "--force"], effect: "discard" }]],
  ["--config=text!rewire", [{ spellings: ["--config"], value: "required", effect: "rewire" }]],
  ["-m=text --", [{ spellings: ["-m"], value: "required", last: true }]],
  ["!", [{ spellings: ["!"] }]],
  ["-?", [{ spellings: ["-?"] }]],
  ["--[no-]verify", [{ spellings: ["--verify"] }, { spellings: ["--no-verify"] }]],
  [
    "-q|--[no-]quiet=text",
    [
      { spellings: ["-q", "--quiet"], value: "required" },
      { spellings: ["--no-quiet"], value: "none" },
    ],
  ],
])("%s is read", (text, flags) => {
  expect(parseFlag(text)).toEqual(flags.map((flag) => ({ ...plain, ...flag })));
});

test.each([
  ["", "is not a flag"],
  ["-a|", "empty spelling"],
  ["-a|-", "empty spelling"],
  ["-a -b", "blank"],
  ["-o=wrte", "no role"],
  ["-o=read:awk", "only code and script"],
  ["-f!harm", "no effect"],
  ["-a*b", "only at the end"],
  ["-a|-b*", "mixes"],
  ["-D*?=text", "never optional"],
  ["--[no-]a[b]", "one pair"],
])("%s is refused", (text, message) => {
  expect(parseFlag(text)).toContain(message);
});
