/** What no guard of this kind sees, said every time: a list that is all green is believed too far. */

import type { Line } from "./doctor.ts";

export const gaps: readonly Line[] = [
  ["open", "sh -c, scripts and makefiles: heed reads what it can of them, but what they start passes no guard"],
  [
    "open",
    "programs that start others themselves (python, node, an editor's :!): only the line that starts them is judged",
  ],
  ["open", "other machines: ssh HOST COMMAND is judged, what is typed into ssh, docker exec or a database is not"],
  ["open", "agents that edit files with tools of their own: hooks judge shell commands"],
  [
    "open",
    "shells without their start-up files (bash --norc, zsh -f, env -i, sudo, su): the line that starts them asks",
  ],
];
