import type { Core } from "../../../server/core/core.ts";

/** A delivery as if a campaign had sent it, with its campaign and its lead; for what happens after sending. */
export async function sentDelivery(
  core: Pick<Core, "database" | "clock" | "newId">,
  {
    workspaceId,
    email = "bob@example.com",
    provider = "sandbox",
    senderName = null,
  }: { workspaceId: string; email?: string; provider?: "smtp" | "sandbox"; senderName?: string | null },
) {
  const { campaigns, campaignPlans, deliveries, leads } = core.database.tables;
  const [id, campaignId, leadId, now] = [core.newId(), core.newId(), core.newId(), core.clock.now()];
  const campaign = {
    id: campaignId,
    workspaceId,
    credentialId: "k1",
    provider,
    ...(senderName === null ? {} : { senderName, senderAddress: "ada@example.com" }),
    fromAlias: "Ada <ada@example.com>",
    fromEmail: "ada@example.com",
    subject: "Hello",
    state: "finished" as const,
    trackOpens: true,
    requestKey: id,
    total: 1,
    createdAt: now,
    planId: campaignId,
  };
  const plan = {
    id: campaignId,
    workspaceId,
    name: "Hello",
    kind: "once" as const,
    state: "started" as const,
    createdAt: now,
    updatedAt: now,
    startedAt: now,
  };
  const lead = {
    id: leadId,
    workspaceId,
    firstName: "Bob",
    lastName: "",
    email,
    phone: "",
    searchText: email,
    emailHash: "",
    optout: false,
    emailCount: 1,
    openedCount: 0,
    createdAt: now,
    updatedAt: now,
  };
  const delivery = {
    id,
    campaignId,
    workspaceId,
    leadId,
    email,
    state: "sent" as const,
    attempts: 1,
    dueAt: now,
    sentAt: now,
  };
  await core.database.atomically((write) => ({
    plans: write.insert(campaignPlans).values(plan),
    campaigns: write.insert(campaigns).values(campaign),
    leads: write.insert(leads).values(lead),
    deliveries: write.insert(deliveries).values(delivery),
  }));
  return { id, campaignId, leadId, email, workspaceId };
}

/** A delivery as it is stored, whosever it is. */
export async function storedDelivery(
  { read, tables }: Pick<Core["database"], "read" | "tables">,
  id: string,
) {
  const rows = await read.select().from(tables.deliveries);
  return rows.find((row) => row.id === id);
}
