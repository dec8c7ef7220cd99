import { expect, test } from "bun:test";
import { webhookLimits } from "../../../contract/limits/api/webhooks.ts";
import { idempotencyLimits, requestLogLimits } from "../../../contract/limits/identity.ts";
import { mailboxLimits } from "../../../contract/limits/sandbox.ts";
import type { Database } from "../../../db/database.ts";
import type { Core } from "../../../server/core/core.ts";
import { createIdempotency } from "../../../server/http/middleware/idempotency.ts";
import { createRequestLog } from "../../../server/keys/requests.ts";
import { createSandboxService } from "../../../server/sandbox/sandbox.ts";
import { createWebhookService } from "../../../server/webhooks/webhooks.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { turnsDuring } from "../../support/turnsDuring.ts";

const batches = 3;
const workspaceId = "ada";

const coreOver = (database: Database) =>
  ({
    database,
    clock: { now: Date.now },
    settings: { sandbox: true },
    log: {},
    newId: () => "id",
  }) as unknown as Core;

async function fill<Row>(count: number, row: (n: number) => Row, insert: (rows: Row[]) => Promise<unknown>) {
  const rows = Array.from({ length: count }, (_, n) => row(n));
  while (rows.length > 0) await insert(rows.splice(0, 500));
}

const request = (n: number) => ({
  id: `r${n}`,
  workspaceId,
  keyId: "cron",
  method: "GET",
  path: "/",
  status: 200,
  tookMs: 1,
  address: "127.0.0.1",
  at: n,
});

const mail = (n: number) => ({
  id: `m${n}`,
  workspaceId,
  messageId: "m",
  sender: "a@in.test",
  recipient: "b@in.test",
  subject: "Hello",
  raw: "Subject: Hello",
  receivedAt: n,
});

const ofNobody = { wake() {}, notice: { jobFor: () => null, written() {} } };

eachDatabase("what is thrown away in great numbers", (open) => {
  const database = emptyBeforeEach(open);
  const countIn = async (
    name: "apiRequests" | "idempotentCalls" | "webhookEvents" | "webhookDeliveries" | "sandboxMails",
  ) =>
    (await database().read.select({ n: database().tables[name].workspaceId }).from(database().tables[name]))
      .length;

  test("of the log of the API goes in batches, between which others have their turn", async () => {
    const { apiRequests } = database().tables;
    await fill(batches * requestLogLimits.forgetBatch + 1, request, (rows) =>
      database().atomically((write) => ({ added: write.insert(apiRequests).values(rows) })),
    );
    const log = createRequestLog(coreOver(database()));
    expect(await turnsDuring(() => log.forgetOld())).toBeGreaterThanOrEqual(batches);
    expect(await countIn("apiRequests")).toBe(0);
  });

  test("of answers that are kept for repeated calls goes in batches, between which others have their turn", async () => {
    const { idempotentCalls } = database().tables;
    await fill(
      batches * idempotencyLimits.forgetBatch + 1,
      (n) => ({ id: `c${n}`, workspaceId, digest: "d", runner: "r", createdAt: n }),
      (rows) => database().atomically((write) => ({ added: write.insert(idempotentCalls).values(rows) })),
    );
    const once = createIdempotency(coreOver(database()));
    expect(await turnsDuring(() => once.forgetOld())).toBeGreaterThanOrEqual(batches);
    expect(await countIn("idempotentCalls")).toBe(0);
  });

  test("of what webhooks were told goes in batches, between which others have their turn", async () => {
    const { webhookEvents, webhookDeliveries } = database().tables;
    const count = batches * webhookLimits.forgetBatch;
    const event = (n: number) => ({ workspaceId, type: "delivery.sent" as const, subject: "s", number: n });
    await fill(
      count,
      (n) => ({ id: `e${n}`, ...event(n) }),
      (rows) => database().atomically((write) => ({ added: write.insert(webhookEvents).values(rows) })),
    );
    const told = { webhookId: "hook", state: "delivered" as const, attempts: 1, dueAt: 1 };
    await fill(
      count,
      (n) => ({ eventId: `e${n}`, ...event(n), ...told }),
      (rows) => database().atomically((write) => ({ added: write.insert(webhookDeliveries).values(rows) })),
    );
    const webhooks = createWebhookService(coreOver(database()), ofNobody);
    expect(await turnsDuring(() => webhooks.forgetOld())).toBeGreaterThanOrEqual(batches);
    expect([await countIn("webhookEvents"), await countIn("webhookDeliveries")]).toEqual([0, 0]);
  });

  test("of a sandbox that is emptied goes in batches, between which others have their turn", async () => {
    const { sandboxMails } = database().tables;
    await fill(batches * mailboxLimits.writeBatch + 1, mail, (rows) =>
      database().atomically((write) => ({ added: write.insert(sandboxMails).values(rows) })),
    );
    const sandbox = createSandboxService(coreOver(database()));
    const scope = { workspaceId, userId: workspaceId, role: "owner" } as const;
    expect(await turnsDuring(() => sandbox.empty(scope))).toBeGreaterThanOrEqual(batches);
    expect(await countIn("sandboxMails")).toBe(0);
  });
});
