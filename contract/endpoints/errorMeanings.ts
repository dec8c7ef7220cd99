import type { ErrorCode } from "../errors.ts";
import { type PlainCode, type Reason, reason } from "../reasons.ts";

type Meaning = {
  /** What is wrong, and what whoever calls does about it. For programmers, and English like the document. */
  means: string;
  example: PlainCode | Reason;
};

/** What each code of a refusal means to whoever writes a program. */
export const errorMeanings: Readonly<Record<ErrorCode, Meaning>> = {
  bad_request: {
    means:
      "The call breaks a rule of its schema, or one over what only the server knows. Change it; again as it is, it is refused again.",
    example: reason("rule_broken", { field: "email", detail: "An e-mail address is needed" }),
  },
  no_recipients: {
    means:
      "The send would reach nobody. `skipped` names whom it meant, each with the reason not to mail them.",
    example: reason("nobody_left", { optedOut: ["ada@example.com"], more: 0, others: [] }),
  },
  ambiguous_sender: {
    means: "The sender's name fits several accounts. Name one of them by its id.",
    example: reason("sender_ambiguous", { accounts: "…" }),
  },
  unprocessable: {
    means: "The `Idempotency-Key` was given with another call before. Take a new one for a new call.",
    example: "idempotency_another",
  },
  password_required: {
    means: "The account needs a password that the call does not have.",
    example: "password_again",
  },
  invalid_credentials: {
    means: "The user name or the password is wrong.",
    example: "invalid_credentials",
  },
  unauthorized: {
    means: "Nobody is signed in, or no more. Sign in for a new token. This answer alone has no `code`.",
    example: "unauthorized",
  },
  forbidden: {
    means:
      "Whoever calls may not: it is not theirs to change, their plan does not have it, or a browser calls from another site.",
    example: "foreign_origin",
  },
  plan_limit: {
    means: "The plan's limit is reached. Delete something, or take a larger plan.",
    example: reason("plan_lacks", { feature: "automation", plan: "Enterprise" }),
  },
  not_found: {
    means: "There is no such thing, or it is somebody else's, which is not told apart.",
    example: "not_found",
  },
  method_not_allowed: {
    means: "The path takes other methods, which the message and `Allow` name.",
    example: reason("method_not_allowed", { choices: ["GET", "HEAD", "POST"] }),
  },
  conflict: {
    means:
      "It does not go with what is there: a name is taken, a newer version was saved, or the state does not allow it. Read it again, then decide.",
    example: "collection_taken",
  },
  too_large: {
    means: "The body is larger than this call takes. Send less at a time.",
    example: reason("request_too_large", { size: 256, unit: "KB" }),
  },
  unsupported_media_type: {
    means: "The body's `Content-Type` is not the one that this call reads, or it has a `Content-Encoding`.",
    example: reason("media_type_refused", { mediaType: "application/json" }),
  },
  rate_limited: {
    means: "Too many calls. Wait as many seconds as `Retry-After` says, then call again.",
    example: reason("too_many_requests", { minutes: 1 }),
  },
  internal: {
    means: "A fault of the server's. Its log has it under the id in `X-Request-Id`.",
    example: "went_wrong",
  },
  unavailable: {
    means:
      "The server, or a service that it needs, does not answer now. Call again a little later; what changes something, with the same idempotency key.",
    example: "busy",
  },
  storage_full: {
    means: "The server's disk is full, and nothing was written. Whoever runs the installation makes room.",
    example: "disk_full_refused",
  },
};

/** A body that takes too long to arrive (RFC 9110, section 15.5.9); it has a status of its own and no code. */
export const tooSlow = { status: 408, means: "The body took too long to arrive. Send it again." } as const;
