import type { Client } from "../../contract/client.ts";
import { dayMs, hourMs, minuteMs } from "../../contract/limits/units.ts";
import type { CampaignStep, PlanAudience } from "../../contract/schemas/campaignPlan.ts";
import type { Credential } from "../../contract/schemas/credential.ts";
import { sendsFrom } from "../../contract/sending/sendsFrom.ts";
import type { DemoTemplate } from "./demoTemplates.ts";

const nobody: PlanAudience = {
  everyone: false,
  collections: [],
  segments: [],
  leads: [],
  after: null,
  joinLater: false,
  not: { collections: [], segments: [], campaigns: [], mailedWithinDays: null },
};
const dayMinutes = dayMs / minuteMs;

type Mail = { variantId: string; subject: string; template: DemoTemplate };
type Beginning = {
  first: Credential;
  limited: Credential;
  now: number;
  welcome: DemoTemplate;
  news: DemoTemplate;
};
type Composed = {
  name: string;
  kind: "once" | "sequence";
  audience: PlanAudience;
  account: Credential;
  steps: CampaignStep[];
  mails: Mail[];
  startAt?: string;
};

/** What is under way as somebody first looks, by the calls that anybody could make. */
export async function beginDemoPresent(
  client: Client,
  { first, limited, now, welcome, news }: Beginning,
): Promise<void> {
  const collections = await client("GET /amplify/collections");
  const named = (name: string): PlanAudience => ({
    ...nobody,
    collections: collections.flatMap((each) => (each.name === name ? [each._id] : [])),
  });
  // More than it may send in a day: it is at its limit, and the rest waits.
  await client("POST /email/send", {
    body: {
      subject: "A place at the winter table",
      html: news.html,
      collection: "all",
      ...sendsFrom(limited),
    },
  });
  await compose(client, {
    name: "Welcome, in three letters",
    kind: "sequence",
    audience: named("customers"),
    account: first,
    steps: [step("hello", 0), step("tour", 3 * dayMinutes), step("invitation", 7 * dayMinutes)],
    mails: [
      { variantId: "hello", subject: "Good to have you, {{firstName|friend}}", template: welcome },
      { variantId: "tour", subject: "Three things we make", template: news },
      { variantId: "invitation", subject: "Come and see the studio", template: welcome },
    ],
  });
  await compose(client, {
    name: "Advent calendar",
    kind: "once",
    audience: named("newsletter"),
    account: first,
    steps: [
      {
        ...step("first", 0),
        variants: [
          { id: "plain", share: 20 },
          { id: "question", share: 20 },
        ],
        test: { by: "clicks", afterMinutes: (4 * hourMs) / minuteMs },
      },
    ],
    mails: [
      { variantId: "plain", subject: "Our advent calendar is here", template: news },
      { variantId: "question", subject: "What is behind the first door?", template: news },
    ],
  });
  await compose(client, {
    name: "New year's letter",
    kind: "once",
    audience: { ...nobody, everyone: true },
    account: first,
    steps: [step("letter", 0)],
    mails: [
      { variantId: "letter", subject: "What we have planned for you, {{firstName|friend}}", template: news },
    ],
    startAt: `${new Date(now + 5 * dayMs).toISOString().slice(0, 10)}T09:00`,
  });
}

function step(id: string, delayMinutes: number): CampaignStep {
  return {
    id,
    delayMinutes,
    condition: { kind: "always" },
    sameThread: false,
    variants: [{ id, share: 100 }],
    test: null,
  };
}

async function compose(client: Client, { account, mails, startAt, ...said }: Composed): Promise<void> {
  const draft = await client("POST /amplify/campaigns", { body: { kind: said.kind } });
  const params = { id: draft._id };
  const plan = await client("PUT /amplify/campaigns/{id}/plan", {
    params,
    body: {
      version: draft.version,
      ...said,
      accounts: [account._id],
      zone: "UTC",
      holdSeconds: 0,
      ...(startAt === undefined ? {} : { startAt }),
    },
  });
  for (const { variantId, subject, template } of mails)
    await client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
      params: { ...params, variantId },
      body: {
        subject,
        design: template.design,
        html: template.html,
        version: plan.mails.find((mail) => mail.variantId === variantId)?.version ?? 0,
      },
    });
  const { version } = await client("GET /amplify/campaigns/{id}/plan", { params });
  await client("POST /amplify/campaigns/{id}/start", { params, body: { version } });
}
