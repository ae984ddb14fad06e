/** The shape of the tables, strictly. Only building the tables and reading a user's own loads this: it brings zod. */

import { z } from "zod";
import { effects } from "../policy/verdict.ts";
import type { EnvRow, Row } from "./row.ts";

const line = z
  .string()
  .min(1, "is empty")
  .refine((s) => !/[\n\r]/.test(s), "is more than one line");
const lines = z.array(line);
const effect = z.enum(effects);
const stdin = z.enum(["data", "code", "sent", "paths", "args"]);
const stdout = z.enum([
  "input",
  "same",
  "fetched",
  "decoded",
  "paths",
  "own",
  "lines",
  "number",
  "numbered",
  "first",
  "fresh",
  "environment",
  "shell",
]);
const loss = z.enum(["worktree", "untracked", "stash", "branch", "paths"]);
const brings = z.enum(["repository", "contents", "patch", "files", "copy", "update", "remote", "commits", "revision"]);
const id = z.string().regex(/^[a-z0-9]+(?:[-.+_]+[a-z0-9]+)*$/, "is no rule id: lower case words joined by `-`");
const language = z.string().regex(/^[a-z0-9-]+$/, "is no language name: lower case letters and digits");

export const styles = ["gnu", "posix", "long", "single", "keys", "bundle", "loose", "expression"] as const;

const style = z.string().refine(
  (text) => {
    const words: readonly string[] = styles;
    return text.split(" ").every((word) => words.includes(word));
  },
  `is no style: ${styles.join(", ")}, or several of them`,
);

const counts = 'is no count: a number, or text like "2+"';
const count = z.union([z.int(counts).min(0, counts), z.string().regex(/^\d+\+$/, counts)]);

const when = z.strictObject({
  flags: z.exactOptional(lines),
  every: z.exactOptional(lines),
  absent: z.exactOptional(lines),
  operand: z.exactOptional(line),
  first: z.exactOptional(line),
  second: z.exactOptional(line),
  count: z.exactOptional(count),
  value: z.exactOptional(z.record(z.string(), z.string())),
  effect: z.exactOptional(effect),
  replace: z.exactOptional(z.boolean()),
  because: z.exactOptional(line),
  instead: z.exactOptional(line),
  id: z.exactOptional(id),
  operands: z.exactOptional(lines),
  stdin: z.exactOptional(stdin),
  stdout: z.exactOptional(stdout),
  prints: z.exactOptional(lines),
  network: z.exactOptional(z.boolean()),
  loss: z.exactOptional(loss),
  brings: z.exactOptional(brings),
});

const sets = z.strictObject({
  operands: z.exactOptional(z.boolean()),
  flag: z.exactOptional(line),
  scope: z.enum(["now", "next-line", "tool", "start"]),
});

const reads = z.strictObject({
  files: lines,
  up: z.exactOptional(z.boolean()),
  env: z.exactOptional(line),
  keys: z.exactOptional(z.record(z.string(), z.string())),
});

const obeys = z.strictObject({
  files: lines,
  form: z.enum(["make", "scripts", "just", "task", "mise", "python", "node", "ruby"]),
  flag: z.exactOptional(line),
  operands: z.exactOptional(z.boolean()),
  up: z.exactOptional(z.boolean()),
});

const name = z.string().regex(/^[^\s/]+$/, "is no base name");

export const rowSchema: z.ZodType<Row> = z.strictObject({
  also: z.exactOptional(z.array(name)),
  like: z.exactOptional(line),
  because: z.exactOptional(line),
  effect: z.exactOptional(effect),
  id: z.exactOptional(id),
  instead: z.exactOptional(line),
  flags: z.exactOptional(lines),
  operands: z.exactOptional(lines),
  get sub() {
    return z.exactOptional(z.record(name, rowSchema));
  },
  when: z.exactOptional(z.array(when)),
  style: z.exactOptional(style),
  help: z.exactOptional(lines),
  dry: z.exactOptional(lines),
  stdin: z.exactOptional(stdin),
  lang: z.exactOptional(language),
  stdout: z.exactOptional(stdout),
  prints: z.exactOptional(lines),
  network: z.exactOptional(z.boolean()),
  privileged: z.exactOptional(z.boolean()),
  elsewhere: z.exactOptional(z.union([z.boolean(), z.literal("own")])),
  cwd: z.exactOptional(z.boolean()),
  sets: z.exactOptional(z.array(sets)),
  loss: z.exactOptional(loss),
  brings: z.exactOptional(brings),
  reads: z.exactOptional(z.array(reads)),
  obeys: z.exactOptional(z.array(obeys)),
  puts: z.exactOptional(line),
  unguarded: z.exactOptional(lines),
  pass: z.exactOptional(lines),
  stop: z.exactOptional(lines),
});

export const programsSchema = z.record(name, rowSchema);

const flag = line.refine((s) => !/\s/.test(s), "holds a blank: one flag an entry");

const option = line.refine((s) => /^\S+( \*)?$/.test(s), "is one flag, or a flag and ` *` for its value");

const variable = z
  .string()
  .regex(
    /^[A-Za-z_][\w@%:.-]+(?:\*[\w@%:.-]*)?$|^[A-Za-z_][\w@%:.-]*$/,
    "is no variable name: `*` stands at most once, never first",
  );

const entrySchema: z.ZodType<Omit<EnvRow, "name">> = z.strictObject({
  also: z.exactOptional(z.array(variable).nonempty()),
  shape: z.enum(["command", "exec-path", "data-path", "option-string", "text", "address", "opaque"]),
  because: line,
  measured: z.exactOptional(z.boolean()),
  separators: z.exactOptional(z.string()),
  values: z.exactOptional(z.array(z.string()).nonempty()),
  shell: z.exactOptional(z.enum(["now", "next"])),
  prefix: z.exactOptional(z.string().min(1)),
  program: z.exactOptional(z.boolean()),
  role: z.exactOptional(z.enum(["read", "write"])),
  allowed: z.exactOptional(z.array(option)),
  path_flags: z.exactOptional(
    z.array(
      z.strictObject({
        flag,
        role: z.enum(["read", "write", "exec"]),
        sep: z.exactOptional(z.enum(["equals", "space", "glued"])),
      }),
    ),
  ),
});

export const variablesSchema = z.strictObject({
  list: z.exactOptional(z.record(name, z.array(z.string()).nonempty())),
  env: z.record(variable, entrySchema),
});
