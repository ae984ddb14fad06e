/** The written form of roles and operands in a row (docs/commands.md, *Operands*, *Roles*), and which operand gets which role. */

export const roles = [
  "text",
  "names",
  "placeholder",
  "mount",
  "header",
  "shell-name",
  "stat",
  "read",
  "write",
  "edit",
  "delete",
  "delete-tree",
  "move",
  "link",
  "symlink",
  "attributes",
  "attributes-tree",
  "exec",
  "exec-list",
  "script",
  "cd",
  "cd-exec",
  "device",
  "code",
  "command",
  "command-words",
  "argv",
  "program",
  "env",
  "env-name",
  "env-file",
  "url",
  "host",
  "send",
  "send-file",
  "remote",
  "package",
  "package-bin",
  "package-script",
  "job",
  "refspec",
  "repository",
  "key=value",
  "never",
] as const;

const known: ReadonlySet<string> = new Set(roles);
/** Roles whose language may be named behind a colon. */
const detailed: ReadonlySet<string> = new Set(["code", "script"]);

export interface Role {
  readonly role: string;
  readonly detail: string;
}

export interface Operand extends Role {
  readonly count: "one" | "optional" | "many";
}

/** Returns a message when `text` is not a role. */
export function parseRole(text: string): Role | string {
  const colon = text.indexOf(":");
  const role = colon < 0 ? text : text.slice(0, colon);
  const detail = colon < 0 ? "" : text.slice(colon + 1);
  if (!known.has(role)) return `\`${role}\` is no role: ${roles.join(", ")}`;
  if (colon >= 0 && (!detailed.has(role) || !/^[a-z0-9-]+$/.test(detail)))
    return `\`${text}\`: only code and script name a language`;
  return { role, detail };
}

/** Returns a message when `text` is not an operand. */
function parseOperand(text: string): Operand | string {
  const count = text.endsWith("...") ? "many" : text.endsWith("?") ? "optional" : "one";
  const role = parseRole(count === "many" ? text.slice(0, -3) : count === "optional" ? text.slice(0, -1) : text);
  if (typeof role === "string") return role;
  if (role.role === "argv" && count !== "one") return `\`${text}\`: argv already takes all the rest`;
  return { ...role, count };
}

/** Returns a message when the list cannot be told apart while reading an argv. */
export function parseOperands(texts: readonly string[]): readonly Operand[] | string {
  const operands: Operand[] = [];
  let variadic: string | undefined;
  for (const [i, text] of texts.entries()) {
    const operand = parseOperand(text);
    if (typeof operand === "string") return operand;
    if (operand.role === "argv") {
      if (i < texts.length - 1) return `\`${texts[i + 1]}\` stands behind argv, which takes all the rest`;
      if (variadic !== undefined) return `\`${variadic}\` before argv leaves open where the command begins`;
    }
    if (variadic !== undefined && operand.count === "optional")
      return `\`${text}\` behind \`${variadic}\` is ambiguous`;
    if (operand.count === "many" && operand.role !== "env") {
      if (variadic !== undefined) return `\`${variadic}\` and \`${text}\`: only one may repeat`;
      variadic = text;
    }
    operands.push(operand);
  }
  return operands;
}

/** The role of each of `count` operands, in order; undefined for those the row has no place for. `env...` must be taken out before. */
export function distribute(operands: readonly Operand[], count: number): readonly (Operand | undefined)[] {
  const required = operands.reduce((n, o) => (o.count === "one" ? n + 1 : n), 0);
  let spare = Math.max(0, count - required);
  const given: (Operand | undefined)[] = [];
  for (const operand of operands) {
    const take = operand.count === "one" ? 1 : operand.count === "optional" ? Math.min(1, spare) : spare;
    if (operand.count !== "one") spare -= take;
    for (let i = 0; i < take && given.length < count; i++) given.push(operand);
  }
  while (given.length < count) given.push(undefined);
  return given;
}
