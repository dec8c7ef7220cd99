import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inThread } from "../../../server/imports/thread/inThread.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { importDesk } from "../../support/leads/importDesk.ts";
import { scopeNamed } from "../../support/leads/leadBook.ts";
import { sizesBelow } from "../../support/server/keptFiles.ts";
import { hostile } from "../../support/sheets/hostile.ts";
import { until } from "../../support/until.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(120_000);

eachDatabase("looks at uploaded files", (open) => {
  const database = emptyBeforeEach(open);

  test("are one person's one after the other, so that nobody's files keep others waiting", async () => {
    const desk = importDesk(database());
    try {
      const [ada, eve] = [scopeNamed("ada"), scopeNamed("eve")];
      const heavy = new Blob(["Name,Email\n", "Ada,ada@in.test\n".repeat(1_500_000)]);
      const leaves = new AbortController();
      let over = 0;
      const looks = Array.from({ length: 4 }, () =>
        desk.upload(ada, heavy, { signal: leaves.signal }).finally(() => {
          over += 1;
        }),
      );
      const arrived = () =>
        sizesBelow(join(desk.dataFolder, "imports")).filter(([, bytes]) => bytes === heavy.size);
      await until(() => arrived().length === looks.length, 60_000);
      await desk.upload(eve, "Name,Email\nEve,eve@in.test\n");
      expect(over).toBeLessThan(2);
      // What is left of them would be read for seconds.
      leaves.abort();
      await Promise.allSettled(looks);
    } finally {
      await desk.close();
    }
  });

  test("are refused where too many of one person wait", async () => {
    const desk = importDesk(database());
    try {
      const ada = scopeNamed("ada");
      const looks = Array.from({ length: 30 }, () => desk.upload(ada, "Name,Email\nAda,ada@in.test\n"));
      const outcomes = await Promise.allSettled(looks);
      const refused = outcomes.filter((outcome) => outcome.status === "rejected");
      expect(refused.length).toBeGreaterThan(0);
      for (const { reason } of refused) expect(reason).toMatchObject({ code: "rate_limited", status: 429 });
      expect(outcomes.length - refused.length).toBeGreaterThan(1);
    } finally {
      await desk.close();
    }
  });
});

test("a look ends when its time is up, however long the file would take", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-look-"));
  try {
    const path = join(folder, "heavy.xlsx");
    await Bun.write(path, hostile.hugeButHonest());
    const look = inThread({
      request: { kind: "read", path, sheet: null, heading: "guess", encoding: null },
      signal: new AbortController().signal,
      readMs: 1,
      onReply: async () => true,
    });
    await expect(look).rejects.toMatchObject({
      code: "bad_request",
      message: expect.stringContaining("takes too much time"),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
