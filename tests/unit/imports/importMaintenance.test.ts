import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { createImportStore } from "../../../db/stores/imports/imports.ts";
import { importDesk } from "../../support/leads/importDesk.ts";
import { callerNamed } from "../../support/leads/leadBook.ts";
import { until } from "../../support/until.ts";

const ada = callerNamed("ada");

test("what one server imports another leaves alone while it lives, and tells as ended when it is dead", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-two-"));
  const first = openDatabase({ folder });
  expect(await first.becomeSender()).toBe(true);
  const second = openDatabase({ folder });
  const desk = importDesk(second);
  try {
    const job = await desk.upload(ada, "Name,Email\nNew,new@example.com\n");
    // As the first has it while it works on it.
    await createImportStore(first).change(desk.keyOf(ada, job), {
      from: ["read"],
      set: { state: "running", startedAt: job.createdAt },
    });
    await desk.files.resume();
    expect(await desk.look(ada, job)).toMatchObject({ state: "running" });
    await first.close();
    await until(async () => (await desk.look(ada, job)).state === "failed", 60_000);
  } finally {
    await desk.close();
    await second.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 90_000);
