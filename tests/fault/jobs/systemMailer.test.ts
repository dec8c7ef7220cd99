import { afterEach, expect, test } from "bun:test";
import { hashingLimits } from "../../../contract/limits/identity.ts";
import type { JobState } from "../../../contract/schemas/jobs.ts";
import type { Database } from "../../../db/database.ts";
import { createUserStore } from "../../../db/stores/identity/users.ts";
import { createJobStore } from "../../../db/stores/jobs/jobs.ts";
import { createClock } from "../../../server/core/clock.ts";
import type { Core } from "../../../server/core/core.ts";
import { systemMailHandler } from "../../../server/identity/systemMails.ts";
import { createJobs, type Jobs } from "../../../server/jobs/jobs.ts";
import type { LogRecord } from "../../../server/log/output.ts";
import { createSecrets } from "../../../server/secrets/secrets.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { keptLog } from "../../support/server/keptLog.ts";
import { movedTime } from "../../support/server/movedTime.ts";
import {
  type ScriptedSmtp,
  type ScriptedSmtpOptions,
  startScriptedSmtp,
} from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

let smtp: ScriptedSmtp;
let jobs: Jobs;
let entries: LogRecord[] = [];
afterEach(async () => {
  await jobs.close();
  await smtp.close();
});

/** Mails for `ada` and `gone`, by a worker whose waits a test lets pass. */
async function startOver(database: Database, script: ScriptedSmtpOptions) {
  smtp = await startScriptedSmtp(script);
  const users = createUserStore(database);
  for (const id of ["ada", "gone"])
    await users.add({
      id,
      email: `${id}@example.com`,
      firstName: "Ada",
      lastName: "Lovelace",
      passwordHash: null,
      googleSubject: null,
      status: "AMFR",
      role: "user",
      createdAt: 1,
    });
  const settings = readSettings({
    AMPLIFY_SYSTEM_SMTP: `smtp://127.0.0.1:${smtp.port}?from=amplify@server.test`,
    PUBLIC_URL: "https://mail.example.com",
  });
  const kept = keptLog();
  entries = kept.entries;
  const time = movedTime();
  const core = {
    settings,
    database,
    clock: createClock(time),
    log: kept.log,
    securityLog: () => {},
    secrets: createSecrets(Buffer.alloc(32, 7)),
    newId: () => Bun.randomUUIDv7(),
    passwordCosts: hashingLimits.costs,
  } satisfies Core;
  jobs = createJobs(core);
  jobs.start({ systemMail: systemMailHandler(core) });
  const store = createJobStore(database);
  return {
    post: (userId: string) =>
      jobs.ask({ kind: "systemMail", payload: { letter: "passwordChanged", userId, at: 1 } }),
    passMinute: () => {
      time.passMinutes(1, core.clock.now);
      jobs.wake();
    },
    count: (state?: JobState) => store.count(state),
    page: () => store.page({ beforeId: null, sizeMax: 9 }),
  };
}

eachDatabase("the installation's own mails", (open) => {
  const database = emptyBeforeEach(open);
  const start = (script: ScriptedSmtpOptions) => startOver(database(), script);

  test("a mail that the server puts off is tried again and arrives once", async () => {
    let tries = 0;
    const { post, passMinute, count } = await start({ dot: () => (++tries <= 2 ? "451 4.3.0 later" : null) });
    await post("ada");
    for (const failures of [1, 2]) {
      await until(() => entries.length === failures);
      passMinute();
    }
    await until(async () => (await count()) === 0);
    expect(smtp.accepted.map((mail) => mail.to)).toEqual([["ada@example.com"]]);
    expect(tries).toBe(3);
    expect(entries).toMatchObject([
      {
        level: "warn",
        message: "A job could not be done and is tried again",
        kind: "systemMail",
        attempt: 1,
      },
      { level: "warn", attempt: 2 },
    ]);
  });

  test("a mail whose fate is unknown is not sent again, and is told of without its recipient", async () => {
    const { post, passMinute, page } = await start({ dot: { accept: true, next: "drop" } });
    await post("ada");
    await until(() => entries.length === 1);
    passMinute();
    await post("gone");
    await until(() => entries.length === 2);
    expect(smtp.accepted.map((mail) => mail.to)).toEqual([["ada@example.com"], ["gone@example.com"]]);
    expect(entries).toMatchObject([
      { level: "error", message: "A job has failed" },
      { level: "error", message: "A job has failed" },
    ]);
    await until(async () => (await page()).every(({ state }) => state === "failed"));
    expect(await page()).toMatchObject([
      { lastError: expect.stringContaining("mail_uncertain"), attempts: 1 },
      { lastError: expect.stringContaining("mail_uncertain"), attempts: 1 },
    ]);
  });

  test("one that is refused, or whose reader is gone, does not hold up the next", async () => {
    const { post, count, page } = await start({
      rcpt: ({ recipient }) => (recipient === "gone@example.com" ? `550 5.1.1 <${recipient}> unknown` : null),
    });
    await post("gone");
    await post("nobody");
    await post("ada");
    await until(() => smtp.acceptedCount() === 1);
    await until(async () => (await count()) === 1);
    expect(smtp.accepted[0]?.to).toEqual(["ada@example.com"]);
    expect(await page()).toMatchObject([
      { state: "failed", lastError: expect.stringMatching(/^mail_refused: .*550 5.1.1/) },
    ]);
    expect(JSON.stringify([entries, await page()])).not.toContain("gone@example.com");
  });
});
