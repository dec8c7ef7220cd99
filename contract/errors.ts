import type { Cause } from "./reasons/shapes.ts";
import type { SkippedLead } from "./sending/skipped.ts";

/** The one error a refused request throws. */

export const errorCodes = {
  bad_request: 400,
  no_recipients: 400,
  /** Of a sender whose name fits several accounts: one of them is to be named by its id. */
  ambiguous_sender: 400,
  /** Which of the fields is missing is said by the code, so that a form can ask for it where it stands. */
  password_required: 400,
  invalid_credentials: 401,
  unauthorized: 401,
  forbidden: 403,
  plan_limit: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  /** What was sent is right by itself, and cannot be done as it stands (RFC 9110, 15.5.21). */
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof errorCodes;
export type ErrorStatus = (typeof errorCodes)[ErrorCode];

export type RefusalOptions = {
  retryAfterMs?: number;
  cause?: unknown;
  status?: number;
  unreached?: boolean;
  skipped?: readonly SkippedLead[] | undefined;
  field?: string | undefined;
  reason?: Cause | undefined;
};

/**
 * A refusal on its way to the person who asked. Services throw it; one place turns it into `{ message, code }`.
 * The client throws the same type when the server refuses, so both sides read errors alike.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  /** Of a send that would reach nobody: whom it named, each with the reason. */
  readonly skipped: readonly SkippedLead[] | undefined;
  /** Where in the call the rule is that it breaks, as in `to.1.email`; undefined where that is the call as a whole. */
  readonly field: string | undefined;
  /** What is refused more closely than the code says; the words are made of it where it is answered. */
  readonly reason: Cause;
  /** Nobody answered: the line or the server is down, and nothing is known of what was asked. */
  readonly unreached: boolean;

  constructor(code: ErrorCode, message: string, options: RefusalOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? errorCodes[code];
    this.retryAfterMs = options.retryAfterMs;
    this.skipped = options.skipped;
    this.field = options.field;
    this.reason = options.reason ?? { code: "other", params: {}, reply: message };
    this.unreached = options.unreached ?? false;
  }
}
