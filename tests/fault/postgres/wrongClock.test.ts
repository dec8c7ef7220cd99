import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayMs, minuteMs } from "../../../contract/limits/units.ts";
import { openInstallation } from "../../../server/installation.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";

const rightNow = Date.now;
afterEach(() => {
  Date.now = rightNow;
});

onPostgres("a machine of several whose clock is wrong", (postgres) => {
  test.each([
    ["behind", -dayMs],
    ["ahead", 400 * dayMs],
  ])("goes by the time of the database that it shares (%s)", async (_, byMs) => {
    const folder = mkdtempSync(join(tmpdir(), "amplify-clock-"));
    const url = await postgres.copy();
    const settings = readSettings({ AMPLIFY_DATA: folder, DATABASE_URL: url, AMPLIFY_KEY: "5a".repeat(32) });
    Date.now = () => rightNow() + byMs;
    const { core, close } = await openInstallation(settings, { writeLog: () => {} });
    try {
      expect(Math.abs(core.clock.now() - rightNow())).toBeLessThan(minuteMs);
    } finally {
      await close();
      rmSync(folder, { recursive: true, force: true });
    }
    const [noted] = await postgres.ask<{ at: number }>(
      url,
      "SELECT value AS at FROM meta WHERE key = 'clock'",
    );
    expect(Math.abs(Number(noted?.at) - rightNow())).toBeLessThan(minuteMs);
  });
});
