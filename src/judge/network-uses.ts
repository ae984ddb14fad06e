/** Words that are addresses, and data that leaves the machine. */

import type { Invocation, Use } from "../rules/invocation.ts";
import { isCredential, SHORTEST } from "../session/credentials.ts";
import { ANY, NETWORK, OUTSIDE, SECRET } from "../session/value.ts";
import { secretTaint, sentFile } from "./content.ts";
import { type Context, sayOf, taintOf } from "./context.ts";
import { paths } from "./path-uses.ts";
import { isLoopback, knownAddress } from "./text.ts";

export function address(c: Context, use: Use): void {
  const { text } = use;
  if (/^file:/i.test(text)) paths(c, "read", text.replace(/^file:(?:\/\/[^/]*)?/i, ""));
  else if (taintOf(c, use) & SECRET)
    sayOf(c, { rule: `${c.i.id}-secret`, effect: "exfiltrate", because: "puts a secret into an address" });
  else if (!knownAddress(text))
    sayOf(c, {
      rule: `${c.i.id}-address`,
      effect: "opaque",
      because: "contacts an address that is not known before it runs",
      instead: "Write the address out.",
    });
  else if (!isLoopback(text) && carries(text, taintOf(c, use)))
    sayOf(c, {
      rule: `${c.i.id}-address`,
      effect: "opaque",
      because: "puts text that is not known before it runs, or a whole text, into an address",
      instead: "Write the address out.",
    });
  else sayOf(c, { rule: c.i.id, effect: "fetch", because: "reads from the network" });
  credential(c, use);
}

/** What was read here goes along in the address. What came from the network only goes back to it. */
export function carries(text: string, taint: number): boolean {
  if (/\n|.{1024}/su.test(text)) return true;
  return text.includes(ANY) && (taint & OUTSIDE) !== 0 && (taint & NETWORK) === 0;
}

/** The person's own credentials, by the values that came with the environment, or by the names that the line gives. */
export function credential(c: Context, use: Use): void {
  if (isLoopback(use.text)) return;
  const values = [...c.j.session.initial].filter(([name, { value }]) => {
    const text = value.texts[0] ?? "";
    return text.length >= SHORTEST && isCredential(name) && use.text.includes(text);
  });
  for (const name of new Set([...values.map(([name]) => name), ...written(c, use)]))
    sayOf(c, {
      rule: `${c.i.id}-credential`,
      effect: "disclose",
      because: `puts the value of ${name} into an address`,
      instead: "Send credentials in a header to the service they belong to.",
    });
}

/** Names of credentials in the path of an address, or in the name of a machine: not where a service looks for them. */
function written({ event }: Context, use: Use): string[] {
  return [...event.place.text.matchAll(/([^\s"']*)\$\{?([A-Za-z_]\w*)\}?([^\s"']*)/g)].flatMap(
    ([, first = "", name = "", behind = ""]) => {
      const before = first.replace(/^-[\w-]*=/, "");
      const inPath = IN_PATH.test(before) && use.text.startsWith(before.split(/[?*[]/)[0] ?? "");
      const inHost = use.role === "host" && /^(?:\.[\w-]+)+$/.test(behind) && use.text.endsWith(behind);
      return isCredential(name) && (inPath || inHost) ? [name] : [];
    },
  );
}

const IN_PATH = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/@?]+|[\w-]+(?:\.[\w-]+)+(?::\d+)?)[/?]/i;

/** Every address it contacts is this machine. */
export function staysHere(i: Invocation): boolean {
  const addresses = i.uses.filter((u) => u.role === "url");
  return addresses.length > 0 && addresses.every((u) => isLoopback(u.text));
}

export function sending(c: Context, use: Use): void {
  const file = use.role === "send-file" ? use.text : sentFile(use.text);
  const stdin = file === "-" || use.text === "-" ? (c.event.stdin?.taint ?? 0) : 0;
  if ((taintOf(c, use) | secretTaint(c.j, c.event, use) | stdin) & SECRET) {
    sayOf(c, { rule: `${c.i.id}-secret`, effect: "exfiltrate", because: "sends a secret over the network" });
    return;
  }
  if (file !== undefined && file !== "-") paths(c, "read", file);
  if (staysHere(c.i)) return;
  sayOf(c, { rule: `${c.i.id}-send`, effect: "remote", because: `${c.i.because} and sends data along` });
}
