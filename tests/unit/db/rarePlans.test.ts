import { Database as SqliteFile } from "bun:sqlite";
import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../../db/database.ts";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { createMailLogStore } from "../../../db/stores/campaigns/transactional/mailLog.ts";
import { createRequestStore } from "../../../db/stores/keys/requests.ts";
import { createWebhookLogStore } from "../../../db/stores/webhooks/deliveryLog.ts";
import { createWebhookOutbox } from "../../../db/stores/webhooks/outbox.ts";
import { createWebhookStore } from "../../../db/stores/webhooks/webhooks.ts";
import { scopeNamed } from "../../support/leads/leadBook.ts";

const { workspaceId } = scopeNamed("ada");
let folder = "";
let database: Database;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "amplify-rare-"));
  database = openDatabase({ folder });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const anyRequest = {
  workspaceId,
  keyId: null,
  status: null,
  method: null,
  path: null,
  since: 0,
  countMax: 50,
};
const anyMail = { workspaceId, state: null, kind: null, email: null, since: null, until: null, countMax: 50 };
const hook = { workspaceId, id: "hook" };
const ticket = { ...hook, holder: "p", lease: 1 };
const due = { now: 5, countMax: 5, statuses: ["AMEX"] as const };

/** What is asked, and how each table is to be read for it. */
const asked: Record<string, [(before: string | null) => Promise<unknown>, RegExp]> = {
  "requests by the class of their status": [
    (before) => createRequestStore(database).page({ ...anyRequest, status: 5, before }),
    /^SEARCH apiRequests USING INDEX api_requests_class \(workspaceId=\? AND <expr>=\?/,
  ],
  "requests of a key by the class of their status": [
    (before) => createRequestStore(database).page({ ...anyRequest, keyId: "busy", status: 5, before }),
    /^SEARCH apiRequests USING INDEX api_requests_class \(workspaceId=\? AND <expr>=\?/,
  ],
  "requests by their method": [
    (before) => createRequestStore(database).page({ ...anyRequest, method: "DELETE", before }),
    /^SEARCH apiRequests USING INDEX api_requests_method \(workspaceId=\? AND method=\?/,
  ],
  "what a webhook was told of a type": [
    (before) =>
      createWebhookLogStore(database).page({
        ...hook,
        type: "import.finished" as const,
        sizeMax: 50,
        before: before === null ? null : { number: 5, eventId: before },
      }),
    /^SEARCH webhookDeliveries USING INDEX webhook_deliveries_type \(webhookId=\? AND type=\?/,
  ],
  "what a webhook could not be told": [
    (before) =>
      createWebhookLogStore(database).page({
        ...hook,
        state: "given_up" as const,
        sizeMax: 50,
        before: before === null ? null : { number: 5, eventId: before },
      }),
    /^SEARCH webhookDeliveries USING INDEX webhook_deliveries_given_up \(webhookId=\?/,
  ],
  "how much waits": [
    () => createWebhookStore(database).countOf(hook, { state: "waiting", countMax: 5 }),
    /USING (COVERING )?INDEX webhook_deliveries_(waiting|due) \(webhookId=\?/,
  ],
  "what is due of a webhook": [
    () => createWebhookOutbox(database).due(ticket, due),
    /^SEARCH webhookDeliveries USING INDEX webhook_deliveries_waiting \(webhookId=\?/,
  ],
  "which webhooks have something due": [
    () => createWebhookOutbox(database).ready({ now: 5, holder: "p", statuses: ["AMEX"] }),
    /^SEARCH webhookDeliveries EXISTS USING INDEX webhook_deliveries_due \(webhookId=\? AND dueAt<\?\)/,
  ],
  "mails that did not arrive": [
    (beforeId) => createMailLogStore(database).pageOf({ ...anyMail, state: "failed", beforeId }),
    /^SEARCH deliveries USING INDEX deliveries_mails_unsent \(workspaceId=\? AND state=\?/,
  ],
  "mails of a kind": [
    (beforeId) => createMailLogStore(database).pageOf({ ...anyMail, kind: "receipt", beforeId }),
    /^SEARCH transactionalMails USING INDEX transactional_mails_kind \(workspaceId=\? AND kind=\?/,
  ],
  "all mails": [
    (beforeId) => createMailLogStore(database).pageOf({ ...anyMail, beforeId }),
    /^SEARCH transactionalMails USING INDEX transactional_mails_owner \(workspaceId=\?/,
  ],
};

test.each(Object.entries(asked))(
  "%s are read by an index that knows them, and not by the whole log",
  async (_, [ask, how]) => {
    const prepared = spyOn(SqliteFile.prototype, "prepare");
    await ask(null);
    await ask("id-5");
    const questions = prepared.mock.calls.map(([text]) => text);
    prepared.mockRestore();
    expect(questions).not.toHaveLength(0);
    const file = new SqliteFile(join(folder, "amplify.db"));
    for (const text of questions) {
      const [first, ...rest] = planOf(file, text);
      expect([first, ...rest].filter((line) => how.test(line ?? ""))).not.toEqual([]);
      // Whatever else is read is read for each of those. There are a few webhooks.
      expect(
        [first, ...rest].filter((line) =>
          /^SCAN (?!webhooks$)|USE TEMP B-TREE FOR ORDER BY/.test(line ?? ""),
        ),
      ).toEqual([]);
    }
    file.close();
  },
);

function planOf(file: SqliteFile, text: string): string[] {
  const lines = file.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`).all();
  return lines.map(({ detail }) => detail);
}
