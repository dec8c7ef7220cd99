import type { Database } from "../../../db/database.ts";

export type Writing = Pick<Database, "tables" | "atomically">;
/** Whose rows they are, and how they are called. */
export type Of = { workspaceId: string; id: (name: string) => string };

const at = 5;

/** What programs leave behind: keys and their calls, transactional mails, and whom they are told by. */
export async function fillApi(writing: Writing, of: Of): Promise<void> {
  await fillKeys(writing, of);
  await fillMails(writing, of);
  await fillWebhooks(writing, of);
}

async function fillKeys({ tables, atomically }: Writing, { workspaceId, id }: Of): Promise<void> {
  await atomically((write) => ({
    apiKeys: write.insert(tables.apiKeys).values({
      id: id("key"),
      workspaceId,
      userId: workspaceId,
      hash: id("hash"),
      lastFour: "abcd",
      name: "k",
      scopes: ["read"],
      createdAt: at,
    }),
    apiKeyCampaigns: write
      .insert(tables.apiKeyCampaigns)
      .values({ workspaceId, keyId: id("key"), campaignId: id("campaign") }),
    keyApprovals: write.insert(tables.keyApprovals).values({
      id: id("device"),
      userCode: id("code"),
      name: "k",
      address: "203.0.113.1",
      state: "approved",
      workspaceId,
      userId: workspaceId,
      scopes: ["read"],
      createdAt: at,
    }),
    idempotentCalls: write
      .insert(tables.idempotentCalls)
      .values({ id: id("call"), workspaceId, digest: "d", runner: "r", createdAt: at }),
    apiDays: write
      .insert(tables.apiDays)
      .values({ workspaceId, keyId: id("key"), day: at, done: 1, refused: 0, failed: 0 }),
    apiRequests: write.insert(tables.apiRequests).values({
      id: id("request"),
      workspaceId,
      keyId: id("key"),
      method: "GET",
      path: "/templates",
      status: 200,
      tookMs: 1,
      address: "203.0.113.1",
      at,
    }),
  }));
}

async function fillMails({ tables, atomically }: Writing, { workspaceId, id }: Of): Promise<void> {
  await atomically((write) => ({
    transactionalCalls: write
      .insert(tables.transactionalCalls)
      .values({ campaignId: id("call"), workspaceId, tags: [], createdAt: at, expiresAt: at }),
    transactionalMails: write.insert(tables.transactionalMails).values({
      id: id("asked"),
      workspaceId,
      campaignId: id("call"),
      kind: "receipt",
      email: "a@b.test",
      emailHash: "hash",
      name: "",
      isQueued: true,
      createdAt: at,
    }),
    transactionalAttachments: write.insert(tables.transactionalAttachments).values({
      campaignId: id("call"),
      position: 0,
      workspaceId,
      name: "a.txt",
      type: "text/plain",
      content: "",
    }),
    kindSuppressions: write.insert(tables.kindSuppressions).values({
      id: id("kind"),
      workspaceId,
      kind: "*",
      emailHash: "hash",
      sealedEmail: "",
      cause: "other",
      createdAt: at,
    }),
  }));
}

/** Last, and for what no test causes: from here on the database would note it. */
async function fillWebhooks({ tables, atomically }: Writing, { workspaceId, id }: Of): Promise<void> {
  const event = { workspaceId, type: "webhook.test" as const, subject: id("webhook"), number: at };
  await atomically((write) => ({
    webhooks: write.insert(tables.webhooks).values({
      id: id("webhook"),
      workspaceId,
      name: "w",
      url: "https://hooks.test/",
      types: ["account.stopped"],
      secret: "",
      state: "active",
      createdAt: at,
    }),
    wants: write
      .insert(tables.webhookWants)
      .values({ workspaceId, type: "account.stopped", webhookId: id("webhook") }),
    events: write.insert(tables.webhookEvents).values({ ...event, id: id("told"), body: "{}" }),
    deliveries: write.insert(tables.webhookDeliveries).values({
      ...event,
      webhookId: id("webhook"),
      eventId: id("told"),
      state: "delivered",
      attempts: 1,
      dueAt: at,
    }),
  }));
}
