import { describe, expect, test } from "vitest";
import { approve, observe, type Seen } from "../../src/serve/observe.ts";
import type { Session, Variable } from "../../src/session/session.ts";
import { startSession } from "../../src/session/start.ts";
import { known, NETWORK, unknown } from "../../src/session/value.ts";

const began = startSession({
  dialect: "bash",
  cwd: "/work",
  env: { PAGER: "less", HOME: "/home/ann" },
  home: "/home/ann",
});
const seenAtStart: Seen = new Map([...began.variables].filter(([, variable]) => variable.exported === true));
const exported = { HOME: "/home/ann", PATH: "/usr/local/bin:/usr/bin:/bin", PWD: "/work" };

/** The session after a line that the engine foresaw to change `changes`. */
function foresee(changes: { readonly [name: string]: Partial<Variable> }, more: Partial<Session> = {}): Session {
  const variables = new Map(began.variables);
  const changed = new Set<string>();
  for (const [name, change] of Object.entries(changes)) {
    variables.set(name, {
      value: known(""),
      kind: "scalar",
      exported: true,
      origin: { kind: "line", line: 1, text: name },
      ...change,
    });
    changed.add(name);
  }
  return { ...began, variables, changed, ...more };
}

const look = (session: Session, env: { readonly [name: string]: string }, cwd = "/work") =>
  observe(session, seenAtStart, new Map(Object.entries({ ...exported, ...env })), cwd).session;

describe("a look at the live shell", () => {
  test("changes nothing while nothing changed", () => {
    const session = look(began, { PAGER: "less" });
    expect(session.changed).toEqual(new Set());
    expect(session.variables.get("PAGER")).toBe(began.variables.get("PAGER"));
  });

  test("finds what no line said", () => {
    const session = look(began, { PAGER: "sh -c evil", NEW: "1" });
    expect(session.variables.get("PAGER")).toMatchObject({ value: known("sh -c evil"), origin: { kind: "seen" } });
    expect(session.changed).toEqual(new Set(["PAGER", "NEW"]));
  });

  test("keeps where a foreseen value came from", () => {
    const session = look(foresee({ PAGER: { value: known("cat") } }), { PAGER: "cat" });
    expect(session.variables.get("PAGER")?.origin).toMatchObject({ kind: "line" });
    expect(session.changed).toEqual(new Set(["PAGER"]));
  });

  test("settles what a line left unknown", () => {
    const foreseen = foresee({ PAGER: { value: unknown() }, EDITOR: { value: unknown(), exported: "maybe" } });
    const session = look(foreseen, { PAGER: "cat" });
    expect(session.variables.get("PAGER")).toMatchObject({ value: known("cat"), origin: { kind: "seen" } });
    expect(session.variables.has("EDITOR")).toBe(false);
    expect(session.changed).toEqual(new Set(["PAGER"]));
  });

  test("trusts what it began with again when a line left it as it was after all", () => {
    const session = look(foresee({ PAGER: { value: unknown() } }), { PAGER: "less" });
    expect(session.variables.get("PAGER")?.origin).toEqual({ kind: "start" });
    expect(session.changed).toEqual(new Set());
  });

  test("drops what is gone", () => {
    const session = look(began, {});
    expect(session.variables.has("PAGER")).toBe(false);
  });

  test("keeps what is not exported, until something ran that could not be followed", () => {
    const plain = { value: known("ls"), exported: false } as const;
    const fetched = { value: known("x", NETWORK), exported: false } as const;
    expect(look(foresee({ CMD: plain }), {}).variables.get("CMD")?.value).toEqual(known("ls"));
    const blurred = look(
      foresee({ CMD: plain, GOT: fetched }, { blurred: "source rc", aliases: new Map([["a", "b"]]) }),
      {},
    );
    expect(blurred.variables.has("CMD")).toBe(false);
    expect(blurred.variables.get("GOT")?.value).toEqual(unknown(NETWORK));
    expect(blurred.aliases.size).toBe(0);
    expect(blurred.blurred).toBeUndefined();
  });

  test("says where the shell is and was", () => {
    const session = look(began, { OLDPWD: "/work", PWD: "/tmp" }, "/tmp");
    expect(session.cwd).toEqual(known("/tmp"));
    expect(session.previous).toEqual(known("/work"));
  });

  test("takes nothing for a hole that is not one", () => {
    expect(look(began, { BAD: "a\ud800b" }).variables.get("BAD")?.value).toEqual(known("a\ufffdb"));
  });
});

test("a yes approves the exported values that came with the session's lines", () => {
  const foreseen = foresee({
    PAGER: { value: known("cat") },
    CMD: { value: known("x"), exported: false },
    ANY: { value: unknown() },
  });
  expect([...approve(foreseen).approved]).toEqual(["PAGER=cat"]);
});
