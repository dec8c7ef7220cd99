import type { z } from "zod";
import type { Refusal } from "./errors.ts";
import { type Cause, issueDetail, issueText, reason, reasonOfIssue } from "./reasons.ts";
import { refusedFor } from "./refused.ts";

type Issue = { message: string; path: readonly PropertyKey[] };

/** The first broken rule as a refusal, which names its place in the call, since many of our sentences do not. */
export function refusalOfIssues(issues: readonly Issue[]): Refusal {
  return refusedFor("bad_request", causeOfIssues(issues), { field: fieldOfIssues(issues) || undefined });
}

/** Where the first broken rule is, as in `to.1.email`; empty where it is over the whole. */
export function fieldOfIssues([issue]: readonly Issue[]): string {
  return issue?.path.map(String).join(".") ?? "";
}

/** The first broken rule. What any field may break gets the field's name in front; sentences about one stand alone. */
export function causeOfIssues(issues: readonly Issue[]): Cause {
  const [issue] = issues;
  if (issue === undefined) return reason("request_invalid");
  const field = fieldOfIssues(issues);
  const known = reasonOfIssue(issue.message);
  if (known?.code === "field_invalid" && field !== "")
    return reason("field_invalid", { field, detail: issueDetail(issue.message) });
  if (known !== null && known.code !== "field_invalid") return known;
  return reason("rule_broken", { field, detail: issueDetail(issue.message) });
}

/**
 * For zod, as what it says where a schema has no words of its own: marked as such, so that nothing has to compare texts.
 * `say` tells such a rule in the reader's language.
 */
export function ruleWithoutWords(say: (raw: z.core.$ZodRawIssue) => string) {
  return (raw: z.core.$ZodRawIssue): string => issueText("field_invalid", { field: "", detail: say(raw) });
}
