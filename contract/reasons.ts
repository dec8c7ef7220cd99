import type { CampaignPlanReasons } from "./reasons/campaignPlans.ts";
import type { DomainReasons } from "./reasons/domains.ts";
import type { ImportReasons } from "./reasons/imports.ts";
import type { ReadingReasons } from "./reasons/reading.ts";
import type { RefusalReasons } from "./reasons/refusals.ts";
import type { SendingReasons } from "./reasons/sending.ts";
import type { Cause, Inner, Nothing } from "./reasons/shapes.ts";
import type { WebhookReasons } from "./reasons/webhooks.ts";

export type { Cause };

/** Every reason there is, with what has to be known to say it. */
export type ReasonParams = SendingReasons &
  CampaignPlanReasons &
  DomainReasons &
  ImportReasons &
  ReadingReasons &
  RefusalReasons &
  WebhookReasons;
export type ReasonCode = keyof ReasonParams;
/** Those that are said with nothing but their code. */
export type PlainCode = { [C in ReasonCode]: Nothing extends ReasonParams[C] ? C : never }[ReasonCode];

/**
 * Why something is as it is: a code with its parameters, and what a mail server said, as it said it. The database and
 * the wire hold codes; sentences are made of them where somebody reads (`contract/sentences/`).
 */
export type Reason<C extends ReasonCode = ReasonCode> = {
  [K in C]: { code: K; params: ReasonParams[K]; reply: string | null };
}[C];

type Rest<P> = Nothing extends P ? [params?: P, reply?: string | null] : [params: P, reply?: string | null];

/** `reason("own_limit", { limit: "gap", … })`; the words of a server come last. */
export function reason<C extends ReasonCode>(code: C, ...rest: Rest<ReasonParams[C]>): Reason<C> {
  const [params = {}, reply = null] = rest;
  return { code, params, reply } as Reason<C>;
}

/** The same inside another reason, whose `reply` is then this one's. */
export function inner({ code, params }: Cause): Inner {
  return { code, params };
}

/** How a schema says which reason a broken rule of it is: an issue of zod's has room for a text alone. */
export function issueText<C extends ReasonCode>(code: C, ...rest: Rest<ReasonParams[C]>): string {
  return JSON.stringify(reason(code, ...rest));
}

/** What a rule that any field may break says, without the field's name. */
export function issueDetail(text: string): string {
  const { detail = text } = reasonOfIssue(text)?.params ?? {};
  return String(detail);
}

/** The reason that an issue's text is, or null where the schema gave it none. No sentence begins with a bracket. */
export function reasonOfIssue(text: string): Cause | null {
  return text.startsWith("{") ? (JSON.parse(text) as Cause) : null;
}
