import type { EndpointKey } from "../contract/endpoints.ts";

/**
 * One call of the contract as an agent sees it. What sends is never done at once: the first answer is a plan, and only
 * its id makes it happen (`confirm_plan`).
 */
export type AgentTool = {
  name: string;
  key: EndpointKey;
  /** When to take it, beyond the call's own summary. */
  hint?: string;
  kind: "reads" | "writes" | "sends";
  /** It changes a campaign, which is a change of what goes out where that has begun: then it is one of those that send. */
  sendsOnceBegun?: true;
  /** What of its body, where it is given, changes whom planned campaigns reach: then it is one of those that send, too. */
  reachesBy?: string;
  /** The lead may join a sequence that has begun, which mails it by itself: then it is one of those that send, too. */
  joins?: true;
};

const reads = (name: string, key: EndpointKey, hint?: string): AgentTool => ({
  name,
  key,
  kind: "reads",
  ...(hint === undefined ? {} : { hint }),
});
const writes = (name: string, key: EndpointKey, hint?: string): AgentTool => ({
  ...reads(name, key, hint),
  kind: "writes",
});
const sends = (name: string, key: EndpointKey, hint?: string): AgentTool => ({
  ...reads(name, key, hint),
  kind: "sends",
});

const composes = (name: string, key: EndpointKey, hint?: string): AgentTool => ({
  ...writes(name, key, hint),
  sendsOnceBegun: true,
});

const joins = (name: string, key: EndpointKey, hint?: string): AgentTool => ({
  ...writes(name, key, hint),
  joins: true,
});

/**
 * What an agent may do here, in the order in which it is told. Nothing of it deletes, exports, opts anybody in, or
 * touches accounts, passwords and keys: what a mail or a lead's name talks an agent into stays small.
 */
export const agentTools: readonly AgentTool[] = [
  reads(
    "list_leads",
    "GET /amplify/leads",
    "Give page and pageSize; at most 100 on a page are answered well.",
  ),
  reads(
    "find_leads",
    "POST /amplify/leads/find",
    "By a question over fields, collections and what was sent.",
  ),
  reads("get_lead", "GET /amplify/leads/{id}"),
  reads("get_lead_history", "GET /amplify/leads/{id}/history"),
  joins("add_lead", "POST /amplify/leads"),
  joins(
    "update_lead",
    "PUT /amplify/leads/{id}",
    "Get the lead first: what is not given is emptied. It opts out, and nobody in: a person does that in the workspace.",
  ),
  writes("add_lead_note", "POST /amplify/leads/{id}/notes"),
  reads("list_collections", "GET /amplify/collections"),
  writes("add_collection", "POST /amplify/collections"),
  reads("list_custom_fields", "GET /amplify/fields"),
  reads("list_segments", "GET /amplify/segments"),
  reads("get_segment", "GET /amplify/segments/{id}"),
  reads(
    "count_segment",
    "POST /amplify/segments/count",
    "How many leads a question finds, without saving it.",
  ),
  writes("add_segment", "POST /amplify/segments"),
  {
    ...writes(
      "update_segment",
      "PUT /amplify/segments/{id}",
      "A planned campaign to it goes to whoever it finds when it begins.",
    ),
    reachesBy: "question",
  },
  reads("list_templates", "GET /templates/summaries"),
  reads("get_template", "GET /templates/{id}"),
  writes(
    "add_template",
    "POST /templates",
    "Give name and html; {{firstName|there}} is a merge field with a fallback.",
  ),
  writes(
    "update_template",
    "PUT /templates/{id}",
    "What programs send with it says so from then on: ask a person before you change one that is in use.",
  ),
  reads("preview_mail", "POST /email/preview", "The mail as one lead would get it."),
  reads("list_accounts", "GET /amplify/auth/credentials", "The accounts that mails can be sent from."),
  reads("list_campaigns", "GET /amplify/campaigns"),
  reads("get_campaign", "GET /amplify/campaigns/{id}"),
  reads(
    "get_campaign_plan",
    "GET /amplify/campaigns/{id}/plan",
    "As it was composed: whom, what, from and when.",
  ),
  writes("add_campaign", "POST /amplify/campaigns", "An empty draft; nothing is sent until it is started."),
  composes(
    "update_campaign_plan",
    "PUT /amplify/campaigns/{id}/plan",
    "Get the plan first and give it back changed.",
  ),
  reads("get_campaign_mail", "GET /amplify/campaigns/{id}/mails/{variantId}"),
  composes("update_campaign_mail", "PUT /amplify/campaigns/{id}/mails/{variantId}"),
  reads("review_campaign", "GET /amplify/campaigns/{id}/review"),
  reads("get_campaign_deliveries", "GET /amplify/campaigns/{id}/deliveries"),
  reads("get_campaign_links", "GET /amplify/campaigns/{id}/links"),
  reads("get_campaign_times", "GET /amplify/campaigns/{id}/times"),
  reads("get_campaign_breakdown", "GET /amplify/campaigns/{id}/breakdown"),
  reads("get_campaign_failures", "GET /amplify/campaigns/{id}/causes"),
  reads("get_campaign_activity", "GET /amplify/campaigns/{id}/activity"),
  reads("compare_campaigns", "GET /amplify/campaigns/compare"),
  writes(
    "pause_campaign",
    "POST /amplify/campaigns/{id}/pause",
    "Nothing further goes out until it is resumed.",
  ),
  sends("start_campaign", "POST /amplify/campaigns/{id}/start"),
  sends("resume_campaign", "POST /amplify/campaigns/{id}/resume"),
  sends("send_template", "POST /email/send", "One mail to a collection or to leads, at once."),
  sends("send_test_mail", "POST /email/send/test"),
];

export const confirmTool = "confirm_plan";
