import { HTTPException } from "hono/http-exception";
import { Refusal } from "../../../contract/errors.ts";
import { type Cause, reason } from "../../../contract/reasons.ts";
import { refused, refusedFor } from "../../../contract/refused.ts";
import { refusalOfDatabase } from "../../../db/faults.ts";
import { inWords } from "../../core/inWords.ts";

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
          message,
          code,
          ...closer,
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
