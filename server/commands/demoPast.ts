import { ownWorkspaceOf, type UserId, type WorkspaceId } from "../../contract/identity/scope.ts";
import { dayMs, hourMs, minuteMs } from "../../contract/limits/units.ts";
import { reason } from "../../contract/reasons.ts";
import type { Credential } from "../../contract/schemas/credential.ts";
import type { Lead } from "../../contract/schemas/lead.ts";
import { reasonColumns } from "../../db/stores/campaigns/deliveryReason.ts";
import type { NewDelivery } from "../../db/stores/campaigns/newDeliveries.ts";
import { createDemoPastStore, type PastCampaign } from "../../db/stores/installation/demoPast.ts";
import type { Core } from "../core/core.ts";
import { idAt, seededRandom } from "./demoRandom.ts";

const monthsBack = 6;
const subjects = [
  "The spring workshop is open",
  "Twelve places, one finished print",
  "Why we draw every letter by hand",
  "See you at the fair?",
  "A new press in the studio",
  "Open doors on Saturday",
  "What we made this month",
  "Paper, ink and a long table",
  "Last places for the summer course",
  "Thank you for a full house",
  "A short read for the holidays",
  "The autumn programme",
  "Three questions, two minutes",
  "New in the shop: the desk calendar",
];
const work = "https://example.com/work";
const workshop = "https://example.com/workshop";

type Past = {
  core: Core;
  userId: UserId;
  account: Credential;
  leads: readonly Lead[];
  html: string;
};

/** Gives the demo's workspace six months behind it: the same from day to day, dated by today. */
export async function writeDemoPast({ core, userId, account, leads, html }: Past): Promise<void> {
  const workspaceId = ownWorkspaceOf(userId);
  const random = seededRandom(13);
  const now = core.clock.now();
  const store = createDemoPastStore(core.database);
  const begin = now - monthsBack * 30 * dayMs;
  const everyMs = (now - begin - 2 * dayMs) / subjects.length;
  // Most were there from the beginning, the others came in by and by.
  const cameIn = new Map<number, string[]>();
  const since = leads.map(
    (_, index) => begin - dayMs + Math.max(0, index - 90) * ((now - begin) / leads.length),
  );
  for (const [index, lead] of leads.entries()) {
    const at = Math.trunc(since[index] ?? begin);
    cameIn.set(at, [...(cameIn.get(at) ?? []), lead._id]);
  }
  for (const [index, subject] of subjects.entries()) {
    // At ten in the morning, give or take.
    const day = Math.trunc((begin + dayMs + index * everyMs) / dayMs) * dayMs;
    const at = day + 9 * hourMs + Math.trunc(random() * 2 * hourMs);
    const to = leads.filter((_, place) => (since[place] ?? 0) < at);
    await store.add(workspaceId, pastCampaign({ userId, account, subject, at, leads: to, random, html }));
  }
  await store.settleLeads(workspaceId, cameIn);
}

type Making = {
  userId: UserId;
  account: Credential;
  subject: string;
  at: number;
  leads: readonly Lead[];
  random: () => number;
  html: string;
};

function pastCampaign({ userId, account, subject, at, leads, random, html }: Making): PastCampaign {
  const workspaceId = ownWorkspaceOf(userId);
  const id = idAt(at, random);
  const links = [work, workshop].map((url, position) => ({ id: idAt(at, random), position, url }));
  const deliveries = leads.map((lead, index) =>
    delivery({ id, workspaceId, lead, at: at + index * 700, random }),
  );
  const sent = deliveries.filter(({ sentAt }) => sentAt != null);
  // Some read nearly everything, some nothing: their own share, whatever the mail.
  const reads = (leadId: string) => 0.12 + 0.6 * share(leadId);
  const opened: PastCampaign["opened"][number][] = [];
  const machineOpened: PastCampaign["machineOpened"][number][] = [];
  const clicks: PastCampaign["clicks"][number][] = [];
  for (const { id: deliveryId, leadId, sentAt } of sent) {
    if (random() < 0.2) machineOpened.push({ deliveryId, at: (sentAt ?? at) + 40_000 });
    if (random() > reads(leadId)) continue;
    const openedAt = Math.trunc((sentAt ?? at) + 3 * minuteMs + random() ** 3 * 40 * hourMs);
    opened.push({ deliveryId, at: openedAt });
    if (random() < 0.32)
      clicks.push({
        deliveryId,
        at: openedAt + Math.trunc(random() * 4 * minuteMs),
        linkId: links[random() < 0.7 ? 1 : 0]?.id ?? "",
      });
  }
  const finishedAt = at + leads.length * 700 + minuteMs;
  const accepted = deliveries.filter(({ state }) => state !== "skipped").length;
  return {
    campaign: {
      id,
      workspaceId,
      planId: id,
      subject,
      state: "finished",
      createdAt: at,
      finishedAt,
      credentialId: account._id,
      provider: account.provider,
      fromAlias: account.alias,
      fromEmail: account.appEmail,
      senderName: "Robin",
      senderAddress: account.appEmail,
      trackOpens: true,
      trackClicks: true,
      track: "always",
      requestKey: id,
      total: leads.length,
      accepted,
    },
    plan: planOf({ id, workspaceId, userId, subject, at, finishedAt }),
    html,
    deliveries,
    links,
    opened,
    machineOpened,
    clicks,
  };
}

type PlanFacts = Pick<Making, "userId" | "subject" | "at"> & {
  id: string;
  workspaceId: WorkspaceId;
  finishedAt: number;
};

function planOf({ id, workspaceId, userId, subject, at, finishedAt }: PlanFacts): PastCampaign["plan"] {
  return {
    id,
    workspaceId,
    name: subject,
    kind: "once",
    state: "started",
    createdBy: userId,
    createdAt: at,
    updatedAt: at,
    startedAt: at,
    endedAt: finishedAt,
  };
}

type Line = { id: string; workspaceId: WorkspaceId; lead: Lead; at: number; random: () => number };

/** Most are taken; some addresses are gone, now and then a line dies behind the last dot, and who has left is skipped. */
function delivery({ id: campaignId, workspaceId, lead, at, random }: Line): NewDelivery {
  const row = {
    id: idAt(at, random),
    campaignId,
    workspaceId,
    leadId: lead._id,
    email: lead.email,
    dueAt: at,
  };
  if (lead.optout) return { ...row, state: "skipped", attempts: 0, ...reasonColumns(reason("opted_out")) };
  const chance = random();
  const tried = { attempts: 1, firstTriedAt: at };
  if (lead.email.startsWith("bounce") || chance < 0.012)
    return {
      ...row,
      ...tried,
      state: "failed",
      ...reasonColumns({ ...reason("refused"), reply: "550 5.1.1 No such mailbox here" }),
    };
  if (chance < 0.018)
    return { ...row, ...tried, state: "uncertain", ...reasonColumns(reason("sandbox_hung_up")) };
  return { ...row, ...tried, state: "sent", sentAt: at, ...reasonColumns(null) };
}

/** Between 0 and 1, the same for the same id. */
function share(id: string): number {
  return [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) / 997;
}
