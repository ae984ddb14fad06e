/** The shells that are talking to the resident process: one session each, and what to answer to what they say. */

import type { Check, Answer as Judgement } from "../guard.ts";
import { visible } from "../policy/message.ts";
import type { Policy } from "../policy/policy.ts";
import type { Judged } from "../policy/verdict.ts";
import { withOption } from "../session/option.ts";
import type { Session } from "../session/session.ts";
import { startSession } from "../session/start.ts";
import { unknown } from "../session/value.ts";
import type { World } from "../session/world.ts";
import type { Dialect } from "../syntax/tree.ts";
import { type LiveAnswers, liveKey } from "../world/machine.ts";
import { readDeclaration, readExports } from "./exports.ts";
import { approve, observe, type Seen } from "./observe.ts";
import { type Answer, askable, type Once, PROTOCOL, type Request, type Told, wordsOf } from "./protocol.ts";
import { internal, reason, unfinished } from "./refusal.ts";
import { newer } from "./version.ts";

/** What the log gets to know. Allowed lines are not reported. */
export interface Entry {
  readonly outcome: "denied" | "refused" | "asked" | "overridden" | "declined";
  readonly shell: string;
  readonly shellVersion: string;
  readonly pid: number;
  readonly tty: string;
  readonly cwd: string;
  readonly line: string;
  readonly findings: readonly Judged[];
  /** As it was before the line. */
  readonly session: Session;
}

/** Everything the sessions need from outside. */
export interface Surroundings {
  readonly check: Check;
  readonly version: string;
  readonly home: string;
  policy(cwd: string): Policy;
  world(at: { readonly cwd: string; readonly live: LiveAnswers }): World;
  /** Why every ask is a refusal, if that is so. */
  trouble?(): string | undefined;
  /** Throws when it cannot be written; the line then does not run. */
  record(entry: Entry): void;
  /** Where the process really is; `claimed` when that cannot be found out. */
  directory(pid: number, claimed: string): string;
  terminal(pid: number): string;
  /** Whether a person can be asked at the shell's terminal: it has one, and holds its foreground. */
  attended(pid: number): boolean;
  /** Judges for shells of which nothing is kept. */
  readonly once?: ((request: Once) => Promise<Answer>) | undefined;
  /** Asks somewhere else than in the shell's own terminal. */
  readonly ask?: ((entry: Entry, question: string) => Promise<boolean>) | undefined;
}

interface Shell {
  readonly name: string;
  readonly version: string;
  readonly pid: number;
  readonly ask: boolean;
  session: Session;
  seen: Seen;
  /** The last EXPORTS as sent, and the session they were laid over: nothing to do while both stay. */
  told: string | undefined;
  laid: Session | undefined;
  pending: Pending | undefined;
  /** The aliases and functions among the words of the next line. */
  known: readonly Told[] | undefined;
}

interface Pending {
  readonly line: string;
  readonly text: string;
  readonly cwd: string;
  readonly final: boolean;
  readonly live: LiveAnswers;
  /** What the shell has been asked for, answered or not. */
  readonly asked: ReadonlySet<string>;
  readonly rounds: number;
  /** Set once the person has been asked. */
  readonly judgement: Judgement | undefined;
}

export interface Shells {
  answer(request: Request): Answer;
  /** Takes what a shell says ahead of a line. */
  know(request: Request): void;
  once(request: Once): Promise<Answer>;
  /** After `wait`: what the person said elsewhere. */
  later(request: Request): Promise<Answer>;
  /** Key → process id. */
  pids(): ReadonlyMap<string, number>;
  forget(key: string): void;
}

/** More rounds of asking the shell back would be felt. */
const MAX_ROUNDS = 2;

export function createShells(around: Surroundings): Shells {
  const shells = new Map<string, Shell>();

  function hello(request: Request & { readonly kind: "hello" }): Answer {
    if (request.protocol !== PROTOCOL || newer(request.version, around.version)) {
      return { word: "other", text: around.version };
    }
    // What a shell began with is said once: said again, by whoever knows the key, it would make of any value one that passes.
    if (shells.has(request.key)) return { word: "hello", text: String(process.pid) };
    const env = readExports(request.shell, request.exports);
    const started = startSession({
      dialect: dialectOf(request.shell),
      cwd: env.get("PWD") ?? around.home,
      env: Object.fromEntries(env),
      home: around.home,
      interactive: !request.piped,
    });
    // It has not said what `$1` and the others are.
    const session = request.piped ? { ...started, positional: [unknown()] } : started;
    shells.set(request.key, {
      name: request.shell,
      version: request.shellVersion,
      pid: request.pid,
      ask: request.ask,
      session,
      seen: new Map([...session.variables].filter(([, variable]) => variable.exported === true)),
      told: undefined,
      laid: undefined,
      pending: undefined,
      known: undefined,
    });
    return { word: "hello", text: String(process.pid) };
  }

  function line(shell: Shell, request: Request & { readonly kind: "line" }): Answer {
    const cwd = around.directory(shell.pid, request.cwd);
    const told = request.exports.join("\0");
    if (told !== shell.told || shell.session !== shell.laid || shell.session.cwd.texts[0] !== cwd) {
      const observed = observe(shell.session, shell.seen, readExports(shell.name, request.exports), cwd);
      shell.session = observed.session;
      shell.seen = observed.seen;
      shell.told = told;
      shell.laid = observed.session;
    }
    const text = request.expanded === "" ? request.text : request.expanded;
    const pending = {
      line: request.text,
      text,
      cwd,
      final: request.final,
      live: ahead(shell, text),
      asked: new Set<string>(),
      rounds: 0,
    };
    return judge(shell, { ...pending, judgement: undefined });
  }

  /** What the shell has said of the words of this line, without being asked. */
  function ahead(shell: Shell, text: string): LiveAnswers {
    const live = new Map<string, string | undefined>();
    const { known } = shell;
    shell.known = undefined;
    if (!known) return live;
    for (const word of wordsOf(text))
      live.set(liveKey("alias", word), undefined).set(liveKey("function", word), undefined);
    for (const { what, name, state, text } of known) {
      if (what === "option") shell.session = withOption(shell.session, name, state === "known");
      else if (state === "known") live.set(liveKey(what, name), text);
    }
    return live;
  }

  function judge(shell: Shell, pending: Pending): Answer {
    shell.pending = undefined;
    const world = around.world({ cwd: pending.cwd, live: pending.live });
    const judgement = around.check(pending.text, shell.session, world, around.policy(pending.cwd));
    if (judgement.incomplete && !pending.final) return { word: "more" };
    const names = judgement.needs.filter((need) => askable(need) && !pending.asked.has(liveKey(need.what, need.name)));
    if (names.length > 0 && pending.rounds < MAX_ROUNDS) {
      const asked = new Set([...pending.asked, ...names.map((need) => liveKey(need.what, need.name))]);
      shell.pending = { ...pending, asked, rounds: pending.rounds + 1 };
      return { word: "need", names };
    }
    return decide(shell, {
      ...pending,
      judgement: judgement.incomplete ? unfinished(judgement, pending.text) : judgement,
    });
  }

  function decide(shell: Shell, pending: Pending & { readonly judgement: Judgement }): Answer {
    const { verdict, session } = pending.judgement;
    switch (verdict) {
      case "allow":
        shell.session = session;
        return { word: "allow" };
      case "deny":
        return refuse(shell, pending, "denied");
      case "ask":
        if (around.ask) {
          shell.pending = pending;
          return { word: "wait" };
        }
        if (!shell.ask || !around.attended(shell.pid)) return refuse(shell, pending, "refused");
        around.record(entry(shell, pending, "asked"));
        shell.pending = pending;
        return { word: "ask", text: reason("ask", pending.judgement) };
    }
  }

  function refuse(
    shell: Shell,
    pending: Pending & { readonly judgement: Judgement },
    word: "denied" | "refused",
  ): Answer {
    around.record(entry(shell, pending, word));
    return { word: "deny", text: reason(word, pending.judgement) + besides() };
  }

  function besides(): string {
    const trouble = around.trouble?.();
    return trouble === undefined ? "" : ` (every ask is a refusal until that is mended: ${visible(trouble)})`;
  }

  function entry(shell: Shell, pending: Pending, outcome: Entry["outcome"]): Entry {
    const findings = pending.judgement?.findings ?? [];
    const { name, version, pid, session } = shell;
    const tty = around.terminal(pid);
    const { cwd, line } = pending;
    return { outcome, shell: name, shellVersion: version, pid, tty, cwd, line, findings, session };
  }

  function replied(shell: Shell, yes: boolean): Answer {
    const { pending } = shell;
    if (!pending?.judgement) return internal("an answer to no question");
    shell.pending = undefined;
    around.record(entry(shell, pending, yes ? "overridden" : "declined"));
    if (!yes) return { word: "deny", text: "heed: not run." };
    shell.session = approve(pending.judgement.session);
    return { word: "allow" };
  }

  function told(shell: Shell, said: readonly Told[]): Answer {
    const { pending } = shell;
    if (!pending) return internal("an answer to no question");
    const live = new Map(pending.live);
    for (const one of said) {
      const { what, name, state, text } = plainly(shell.name, one);
      if (what !== "option" && state !== "untellable")
        live.set(liveKey(what, name), state === "known" ? text : undefined);
    }
    return judge(shell, { ...pending, live });
  }

  function answer(request: Request): Answer {
    if (request.kind === "ping") return { word: "pong", text: around.version };
    if (request.kind === "hello") return hello(request);
    if (request.kind === "once") return internal("a shell that is not kept");
    const shell = shells.get(request.key);
    if (!shell) return { word: "who" };
    if (request.kind === "know") return internal("nothing was asked");
    switch (request.kind) {
      case "line":
        return line(shell, request);
      case "have":
        return told(shell, request.told);
      case "yes":
      case "no":
        // Where somebody else is asked, nothing that a shell says is an answer.
        return around.ask ? internal("an answer to no question") : replied(shell, request.kind === "yes");
    }
  }

  return {
    answer: (request) => failingClosed(() => answer(request)),
    know(request) {
      const shell = shells.get(request.key);
      if (shell && request.kind === "know") shell.known = request.told;
    },
    async once(request) {
      if (request.protocol !== PROTOCOL || newer(request.version, around.version))
        return { word: "other", text: around.version };
      if (!around.once) return internal("nobody judges such shells here");
      try {
        const answer = await around.once(request);
        return answer.word === "deny" ? { ...answer, text: answer.text + besides() } : answer;
      } catch (error) {
        return internal(error instanceof Error ? error.message : String(error));
      }
    },
    async later(request) {
      const shell = shells.get(request.key);
      const pending = shell?.pending;
      if (!shell || !pending?.judgement || !around.ask) return internal("nobody to ask");
      let yes = false;
      try {
        yes = await around.ask(entry(shell, pending, "asked"), reason("ask", pending.judgement));
      } catch {
        // Whoever would have been asked is gone.
      }
      if (shell.pending !== pending) return internal("another line came in between");
      return failingClosed(() => replied(shell, yes));
    },
    pids: () => new Map([...shells].map(([key, shell]) => [key, shell.pid])),
    forget: (key) => void shells.delete(key),
  };
}

export function dialectOf(shell: string): Dialect {
  return shell === "zsh" || shell === "sh" ? shell : "bash";
}

/** bash tells a variable as `declare -p` prints it: nothing when it is unset, more than one text when it is an array. */
function plainly(shell: string, told: Told): Told {
  if (shell !== "bash" || told.what !== "variable") return told;
  if (told.text === "") return { ...told, state: "absent" };
  const text = readDeclaration(told.text);
  return text === undefined ? { ...told, state: "untellable" } : { ...told, text };
}

function failingClosed(answer: () => Answer): Answer {
  try {
    return answer();
  } catch (error) {
    return internal(error instanceof Error ? error.message : String(error));
  }
}
