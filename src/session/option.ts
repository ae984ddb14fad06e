/** Options that a shell says it has: `name` when it is on, `noname` when it is known to be off. */

import type { Session } from "./session.ts";

export function withOption(session: Session, name: string, on: boolean): Session {
  const [now, before] = on ? [name, `no${name}`] : [`no${name}`, name];
  if (session.options.has(now) && !session.options.has(before)) return session;
  const options = new Set(session.options);
  options.delete(before);
  options.add(now);
  return { ...session, options };
}
