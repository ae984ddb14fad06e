/** Calls at the same time, in one session: nothing is lost and nothing torn. The same with many more: scripts/soak-sessions.ts. */

import { afterAll, expect, test } from "vitest";
import { soak } from "../../scripts/soak/sessions.ts";
import { type Place, place } from "./place.ts";

const at: Place = place();
afterAll(() => at.clean());

test("fifty calls at once each leave their mark", async () => {
  const told = { program: "heed-bash", session: "busy", cwd: at.work, env: at.env };
  const { missing, failed } = await soak({ ...told, calls: 50, atOnce: 50, until: Number.POSITIVE_INFINITY });
  expect({ missing, failed }).toEqual({ missing: [], failed: [] });
});
