import { describe, expect, test } from "vitest";
import { lineIn, startupLine, withLine, withoutLine } from "../../src/cli/startup-file.ts";

const line = startupLine("bash", "/home/it's me/.local/bin/heed", false);
const other = startupLine("bash", "/opt/heed", true);

describe("what install adds, uninstall takes away, byte for byte:", () => {
  const files: { readonly [name: string]: string | undefined } = {
    "no file": undefined,
    "an empty file": "",
    "a file that ends as it should": "export A=1\n",
    "a file without a line end": "export A=1",
    "a file of line ends": "\n\n\n",
    "a file with carriage returns": "export A=1\r\nexport B=2\r\n",
    "a file that is not text": "\u0000\u00ff\u0080\n",
    "a file that speaks of heed": '# heed\n# eval "$(heed init bash)"\nalias heed=cat\n',
  };
  test.each(Object.entries(files))("%s", (_name, text) => {
    const installed = withLine(text, line);
    expect(lineIn(installed)).toContain(line);
    expect(installed.endsWith("\n")).toBe(true);
    expect(withoutLine(installed)).toBe(text);
  });

  test.each(Object.entries(files))("%s, installed twice and then elsewhere", (_name, text) => {
    const once = withLine(text, line);
    expect(withLine(once, line)).toBe(once);
    const moved = withLine(once, other);
    expect(moved.match(/# heed/g)?.length).toBe(once.match(/# heed/g)?.length);
    expect(withoutLine(moved)).toBe(text);
  });

  test.each(Object.entries(files))("%s, with what a person added below", (_name, text) => {
    expect(withoutLine(`${withLine(text, line)}export NEW=1\n`)).toBe(
      `${text && `${text.replace(/(?<!\n)$/, "\n")}`}export NEW=1\n`.replace("undefined", ""),
    );
  });
});

test("a file without the line stays as it is", () => {
  expect(withoutLine("export A=1\n")).toBe("export A=1\n");
});
