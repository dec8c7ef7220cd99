import { afterEach, expect, test } from "bun:test";
import { createClock } from "../../server/core/clock.ts";
import type { Core } from "../../server/core/core.ts";
import { createSystemMailer, type SystemMailer } from "../../server/identity/systemMailer.ts";
import type { LogRecord } from "../../server/log/output.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { keptLog } from "../support/server/keptLog.ts";
import {
  type ScriptedSmtp,
  type ScriptedSmtpOptions,
  startScriptedSmtp,
} from "../support/smtp/scriptedSmtp.ts";
import { until } from "../support/until.ts";

let smtp: ScriptedSmtp;
let mailer: SystemMailer | null = null;
let entries: LogRecord[] = [];
afterEach(async () => {
  await mailer?.close();
  await smtp.close();
});

async function start(script: ScriptedSmtpOptions): Promise<SystemMailer> {
  smtp = await startScriptedSmtp(script);
  const settings = readSettings({
    AMPLIFY_SYSTEM_SMTP: `smtp://127.0.0.1:${smtp.port}?from=amplify@server.test`,
  });
  let count = 0;
  const kept = keptLog();
  entries = kept.entries;
  const core = { settings, clock: createClock(), log: kept.log, newId: () => `id${++count}` };
  mailer = createSystemMailer(core as unknown as Core, { retryAfterMs: [0, 0] });
  if (mailer === null) throw new Error("there is no account for system mail");
  return mailer;
}

const letter = (to: string) => ({ to, subject: "Hello", text: "Hello" });

test("a mail that the server puts off is tried again and arrives once", async () => {
  let tries = 0;
  const { post } = await start({ dot: () => (++tries <= 2 ? "451 4.3.0 later" : null) });
  post(letter("ada@example.com"));
  await until(() => smtp.acceptedCount() === 1);
  expect(tries).toBe(3);
});

test("a mail whose fate is unknown is not sent again", async () => {
  const { post } = await start({ dot: { accept: true, next: "drop" } });
  post(letter("ada@example.com"));
  await until(() => entries.length === 1);
  post(letter("eve@example.com"));
  await until(() => entries.length === 2);
  expect(smtp.accepted.map((mail) => mail.to)).toEqual([["ada@example.com"], ["eve@example.com"]]);
});

test("one that fails does not hold up the next", async () => {
  const { post } = await start({
    rcpt: ({ recipient }) => (recipient === "gone@example.com" ? "550 5.1.1 no such user" : null),
  });
  post(letter("gone@example.com"));
  post(letter("ada@example.com"));
  await until(() => smtp.acceptedCount() === 1);
  expect(smtp.accepted[0]?.to).toEqual(["ada@example.com"]);
});
