import type { CampaignMail, MailChange } from "../../../contract/schemas/campaignMail.ts";
import type {
  AskedRules,
  AudienceCount,
  CampaignPlan,
  CampaignReview,
  PlanAudience,
  PlanChange,
} from "../../../contract/schemas/campaignPlan.ts";
import type { CampaignStanding } from "../../../contract/schemas/sequences/standing.ts";
import { forecast } from "../../../contract/texts/en/forecast.ts";
import type { FetchStandIn, StandInCall } from "./fetchStandIn.ts";

export const nobodyYet: PlanAudience = {
  everyone: false,
  collections: [],
  segments: [],
  leads: [],
  after: null,
  not: { collections: [], segments: [], campaigns: [], mailedWithinDays: null },
  joinLater: false,
};

/** A draft of one mail in which nothing is written yet. */
export const emptyPlan: CampaignPlan = {
  _id: "c1",
  state: "draft",
  version: 4,
  name: "Spring news",
  kind: "once",
  audience: nobodyYet,
  steps: [
    {
      id: "s1",
      delayMinutes: 0,
      condition: { kind: "always" },
      sameThread: false,
      variants: [{ id: "v1", share: 100 }],
      test: null,
    },
  ],
  accounts: [],
  whenFull: "wait",
  window: null,
  zone: "Europe/Oslo",
  zoneField: null,
  spread: "fast",
  startAt: null,
  holdSeconds: 30,
  trackOpens: null,
  trackClicks: null,
  stop: { onClick: false, onReply: false, onLeaving: false, onField: null },
  dueAt: null,
  holdUntil: null,
  mails: [],
  createdAt: 0,
  updatedAt: 0,
};

const noContent: Omit<CampaignMail, "variantId"> = {
  subject: "",
  preview: "",
  html: "",
  design: null,
  templateId: null,
  version: 0,
  updatedAt: 0,
};

export type ComposingStandIn = {
  answers: FetchStandIn["answers"];
  plan: CampaignPlan;
  mails: Map<string, CampaignMail>;
  audience: AudienceCount;
  checks: CampaignReview["checks"];
  /** What is said of rules before they are saved. */
  rules: (asked: AskedRules) => CampaignReview["checks"];
  standing: CampaignStanding;
};

/** The calls of composing, over one campaign in memory. Its rules are the server's: here are only versions kept. */
export function standInComposing(
  given: Partial<CampaignPlan> = {},
  written: Readonly<Record<string, Partial<CampaignMail>>> = {},
): ComposingStandIn {
  const held: ComposingStandIn = {
    answers: {},
    plan: { ...emptyPlan, ...given },
    mails: new Map(
      Object.entries(written).map(([variantId, mail]) => [
        variantId,
        { variantId, ...noContent, version: 1, ...mail },
      ]),
    ),
    audience: { total: 3, recipients: 3, left: [], broken: [] },
    checks: [],
    rules: () => [],
    standing: { open: 0, isApplying: false, steps: [] },
  };
  const variantOf = ({ url }: StandInCall) => url.pathname.split("/").at(-1) ?? "";
  const mailOf = (variantId: string) => held.mails.get(variantId) ?? { variantId, ...noContent };
  const answered = (): CampaignPlan => ({
    ...held.plan,
    mails: [...held.mails.values()].map(({ html, design: _, ...mail }) => ({ ...mail, bytes: html.length })),
  });
  const moved = (part: Partial<CampaignPlan>) => {
    held.plan = { ...held.plan, ...part, version: held.plan.version + 1 };
    return { body: answered() };
  };
  held.answers = {
    "GET /amplify/segments": () => ({ body: [] }),
    "GET /amplify/fields": () => ({ body: [] }),
    "GET /amplify/campaigns/{id}/plan": () => ({ body: answered() }),
    "PUT /amplify/campaigns/{id}/plan": ({ body }) => {
      const { version, ...change } = body as PlanChange;
      return version === held.plan.version ? moved(change as Partial<CampaignPlan>) : elsewhere;
    },
    "GET /amplify/campaigns/{id}/mails/{variantId}": (call) => ({ body: mailOf(variantOf(call)) }),
    "PUT /amplify/campaigns/{id}/mails/{variantId}": (call) => {
      const { version, ...change } = call.body as MailChange;
      const mail = mailOf(variantOf(call));
      if (version !== mail.version) return elsewhere;
      const html = change.templateId ? "<p>From a template</p>" : mail.html;
      const next = { ...mail, html, ...change, version: version + 1 } as CampaignMail;
      held.mails.set(mail.variantId, next);
      return { body: next };
    },
    "POST /amplify/campaigns/audience": () => ({ body: held.audience }),
    "GET /amplify/campaigns/{id}/standing": () => ({ body: held.standing }),
    "GET /amplify/campaigns/{id}/review": () => ({ body: reviewOf(held) }),
    "POST /amplify/campaigns/{id}/review": ({ body }) => ({
      body: { checks: held.rules(body as AskedRules) },
    }),
    "POST /email/preview": () => ({ body: someMail }),
    "POST /amplify/campaigns/{id}/start": () => {
      const holdUntil = Date.now() + held.plan.holdSeconds * 1000;
      return moved(held.plan.startAt === null ? { state: "holding", holdUntil } : { state: "scheduled" });
    },
    "POST /amplify/campaigns/{id}/undo": () => moved({ state: "draft", holdUntil: null }),
  };
  return held;
}

const elsewhere = {
  status: 409,
  body: {
    message: "This campaign was changed elsewhere meanwhile.",
    code: "conflict",
    reason: "plan_changed_meanwhile",
    params: {},
    reply: null,
  },
};

const someMail = {
  to: "ann@example.com",
  subject: "Hello Ann",
  preview: "",
  html: "<p>Hi</p>",
  text: "Hi",
  missing: [],
  unknown: [],
  bytes: 9,
};

function reviewOf({ audience, checks }: ComposingStandIn): CampaignReview {
  return {
    audience,
    sampleLeadIds: ["l1"],
    forecast: {
      firstMailAt: null,
      lastMailAt: null,
      days: 1,
      limitedBy: null,
      accounts: [],
      text: forecast.never,
    },
    checks,
  };
}
