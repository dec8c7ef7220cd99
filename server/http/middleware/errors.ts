import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { Refusal } from "../../../contract/errors.ts";
import { type Cause, issueDetail, issueText, reason, reasonOfIssue } from "../../../contract/reasons.ts";
import { refused, refusedFor } from "../../../contract/refused.ts";
import { refusalOfDatabase } from "../../../db/faults.ts";
import { inWords, ruleInWords } from "../../core/inWords.ts";

type Issue = { message: string; path: readonly PropertyKey[] };

/** The first broken rule as a refusal, which names its place in the call, since many of our sentences do not. */
export function refusalOfIssues(issues: readonly Issue[]): Refusal {
  const field = issues[0] && fieldOf(issues[0]);
  return refusedFor("bad_request", causeOfIssues(issues), { field: field || undefined });
}

/** As in `to.1.email`; empty where the rule is over the call as a whole. */
function fieldOf({ path }: Issue): string {
  return path.map(String).join(".");
}

// This marks issues for which a schema has no words of its own, so that nothing has to compare texts.
z.config({ customError: (raw) => issueText("field_invalid", { field: "", detail: ruleInWords(raw) }) });

/** The first broken rule. What any field may break gets the field's name in front; sentences about one stand alone. */
export function causeOfIssues(issues: readonly Issue[]): Cause {
  const issue = issues[0];
  if (issue === undefined) return reason("request_invalid");
  const field = fieldOf(issue);
  const known = reasonOfIssue(issue.message);
  if (known?.code === "field_invalid" && field !== "")
    return reason("field_invalid", { field, detail: issueDetail(issue.message) });
  if (known !== null && known.code !== "field_invalid") return known;
  return reason("rule_broken", { field, detail: issueDetail(issue.message) });
}

/** The one place where an error becomes an answer. Nothing of an unexpected error leaves the server. */
export function errorResponse(error: unknown): Response {
  return refusalResponse(refusalOf(error));
}

/** The one shape of every refusal, of a handshake too. */
export function refusalResponse(refusal: Refusal, words: (cause: Cause) => string = inWords): Response {
  const { code, skipped, field, status, retryAfterMs, reason } = refusal;
  const message = words(reason);
  const closer =
    reason.code === code ? {} : { reason: reason.code, params: reason.params, reply: reason.reply };
  const body =
    code === "unauthorized"
      ? { message }
      : {
          ...{ message, code, ...closer },
          ...(field === undefined ? {} : { field }),
          ...(skipped === undefined ? {} : { skipped }),
        };
  const headers = new Headers();
  if (reason.code === "method_not_allowed") headers.set("allow", String(reason.params.choices));
  if (retryAfterMs !== undefined)
    headers.set("retry-after", String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
  return Response.json(body, { status, headers });
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const ofDatabase = refusalOfDatabase(error);
  if (ofDatabase !== null) return ofDatabase;
  if (error instanceof HTTPException && error.status < 500) {
    const code = error.status === 413 ? "too_large" : error.status === 404 ? "not_found" : "bad_request";
    const why =
      error.message === "" ? reason("request_invalid") : reason("request_refused", { detail: error.message });
    return refusedFor(code, why, { status: error.status });
  }
  // The caller hung up while sending; nobody is there to read the answer.
  if (error instanceof Error && error.name === "AbortError")
    return refused("request_aborted", {}, { cause: error });
  // A path such as /%00 or a broken escape is the caller's mistake, not ours.
  if (error instanceof URIError) return refused("address_malformed");
  return refused("went_wrong");
}
