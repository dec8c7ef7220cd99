import type { EndpointKey } from "../contract/endpoints.ts";
import { agentLimits } from "../contract/limits/api/agents.ts";
import { isRecord } from "../contract/reasons/shapes.ts";
import { takingIn } from "./joining.ts";
import type { CallParts, MakeCall } from "./toolInput.ts";

/** Keeps plans for whoever asked for them: under a short id, which a model can repeat, until they run out. */
export type PlanKeeper = {
  keep(plan: { text: string; expiresAt: number }): Promise<string>;
  /** Null for what is not theirs, or is long gone. */
  find(id: string): Promise<string | null>;
};

/** What would be sent, and by which id it is; `facts` are what a person should see before they say yes. */
type SendPlan = { planId: string; expiresAt: string; call: EndpointKey; facts: unknown };

type Parts = { call: MakeCall; keeper: PlanKeeper; now(): number };
type Planned = { key: EndpointKey; parts: CallParts; digest: string; expiresAt: number };

/**
 * Two steps for everything that sends: what it would do is told first, and done only by the id of that very plan, for
 * as long as what was told still holds.
 */
export function createPlans({ call, keeper, now }: Parts) {
  async function plan(key: EndpointKey, parts: CallParts): Promise<SendPlan> {
    const facts = await factsOf(call, key, parts);
    const expiresAt = now() + agentLimits.planMs;
    const planned: Planned = { key, parts, digest: await digestOf(steady(facts)), expiresAt };
    const planId = await keeper.keep({ text: JSON.stringify(planned), expiresAt });
    return { planId, expiresAt: new Date(expiresAt).toISOString(), call: key, facts };
  }

  return {
    plan,

    /** Does what a plan says. A plan that has run out, or no longer says what is so, is answered with a new one. */
    async confirm(
      planId: string,
    ): Promise<{ done: unknown } | { again: SendPlan; why: "expired" | "changed" } | null> {
      const opened = await keeper.find(planId);
      if (opened === null) return null;
      const planned: Planned = JSON.parse(opened);
      const { key, parts } = planned;
      if (planned.expiresAt <= now()) return { again: await plan(key, parts), why: "expired" };
      const facts = await factsOf(call, key, parts);
      if ((await digestOf(steady(facts))) !== planned.digest)
        return { again: await plan(key, parts), why: "changed" };
      // Twice the same plan is one send.
      return { done: await call(key, parts, `plan-${planId}`) };
    },
  };
}

/** What is to be known of a send before it is confirmed, from the calls that tell it to people. */
async function factsOf(call: MakeCall, key: EndpointKey, parts: CallParts): Promise<unknown> {
  if (key === "POST /amplify/campaigns/{id}/start") {
    const [plan, review] = await Promise.all([
      call("GET /amplify/campaigns/{id}/plan", { params: parts.params ?? {} }),
      call("GET /amplify/campaigns/{id}/review", { params: parts.params ?? {} }),
    ]);
    return { plan, review, asked: parts.body };
  }
  if (key === "PUT /amplify/campaigns/{id}/plan" || key === "PUT /amplify/campaigns/{id}/mails/{variantId}") {
    const { id } = parts.params as { id: string };
    const plan = await call("GET /amplify/campaigns/{id}/plan", { params: { id } });
    return { plan, asked: parts.body, ...(await rulesOf(call, parts)) };
  }
  if (key === "POST /amplify/leads" || key === "PUT /amplify/leads/{id}")
    return { asked: parts.body, joins: await takingIn(call, parts) };
  if (key === "PUT /amplify/segments/{id}") return factsOfSegment(call, parts);
  if (key === "POST /amplify/campaigns/{id}/resume") {
    const campaign = await call("GET /amplify/campaigns/{id}", { params: parts.params ?? {} });
    return { campaign };
  }
  if (key === "POST /email/send") {
    const { trackOpens, trackClicks, undoSeconds, ...asked } = fields(parts.body);
    const [plan, template] = await Promise.all([
      call("POST /email/send/plan", { body: asked }),
      templateOf(call, asked),
    ]);
    return { plan, template, asked };
  }
  if (key === "POST /email/send/test") return factsOfTest(call, fields(parts.body));
  return { asked: parts.body };
}

/** What is to be said of other steps or stop rules: such as one that stops nobody. */
async function rulesOf(call: MakeCall, { params = {}, body }: CallParts): Promise<{ checks?: unknown }> {
  const { steps, stop } = fields(body);
  if (steps === undefined && stop === undefined) return {};
  const asked = { ...(steps === undefined ? {} : { steps }), ...(stop === undefined ? {} : { stop }) };
  return {
    checks: fields(await call("POST /amplify/campaigns/{id}/review", { params, body: asked })).checks,
  };
}

/** What a segment asks now, what it would, and how many each of them finds. */
async function factsOfSegment(call: MakeCall, { params = {}, body }: CallParts): Promise<unknown> {
  const segment = fields(await call("GET /amplify/segments/{id}", { params }));
  const asked = fields(body);
  const found = async (question: unknown) =>
    fields(await call("POST /amplify/segments/count", { body: { question } })).count;
  // One that names what is gone finds nobody, and is not counted.
  const findsNow = segment.broken === null ? await found(segment.question) : 0;
  return { segment, findsNow, asked, wouldFind: await found(asked.question) };
}

/** A test goes to one's own address or that of an account, from the named account or else the first. */
async function factsOfTest(call: MakeCall, asked: Record<string, unknown>): Promise<unknown> {
  const [person, listed, template] = await Promise.all([
    call("GET /amplify/auth/me", {}),
    call("GET /amplify/auth/credentials", {}),
    templateOf(call, asked),
  ]);
  const accounts = Array.isArray(listed) ? listed.map(fields) : [];
  const receiver = asked.to === undefined ? undefined : accounts.find(({ _id }) => _id === asked.to);
  const [first] = accounts;
  return {
    to: asked.to === undefined ? fields(person).email : (receiver?.appEmail ?? asked.to),
    from: asked.from ?? asked.credentialId ?? first?.sender ?? null,
    template,
    asked,
  };
}

async function templateOf(call: MakeCall, { templateId }: Record<string, unknown>): Promise<unknown> {
  if (typeof templateId !== "string") return null;
  return briefOf(await call("GET /templates/{id}", { params: { id: templateId } }));
}

const fields = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** A template by what tells its versions apart, without the whole of it. */
function briefOf(template: unknown): unknown {
  const { _id, name, updatedAt, version } = fields(template);
  return { _id, name, updatedAt, version };
}

/** Without what moves with the clock alone: moments and forecasts. */
function steady(facts: unknown): unknown {
  return JSON.parse(
    JSON.stringify(facts, (name, value) =>
      /(At|text|days)$/.test(name) && name !== "updatedAt" ? undefined : value,
    ),
  );
}

async function digestOf(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}
