import type { ErrorCode, Refusal } from "../errors.ts";
import type { SkippedLead } from "../sending/skipped.ts";

/** What a program's call throws: refused by the server, or never answered. */
export class AmplifyError extends Error {
  override readonly name = "AmplifyError";
  /** For programs; it does not change from one version to the next. */
  readonly code: ErrorCode;
  /** The status of the answer, or of the code where there was none. */
  readonly status: number;
  /** What is refused more closely than the code says, with what it is said with, and a mail server's own words. */
  readonly reason: { code: string; params: Record<string, unknown>; reply: string | null };
  /** Of a send that would reach nobody: whom it named, each with the reason. */
  readonly skipped: readonly SkippedLead[] | undefined;
  /** Where in the call the rule is that it breaks, as in `to.1.email`. */
  readonly field: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** Nobody answered, so nothing is known of what was asked. */
  readonly unreached: boolean;

  constructor(refusal: Refusal) {
    super(refusal.message, { cause: refusal });
    this.code = refusal.code;
    this.status = refusal.status;
    this.reason = refusal.reason as AmplifyError["reason"];
    this.skipped = refusal.skipped;
    this.field = refusal.field;
    this.retryAfterMs = refusal.retryAfterMs;
    this.unreached = refusal.unreached;
  }
}
