import type { Reason } from "../reasons.ts";

/**
 * What became of one attempt to hand one mail to an account's server.
 * "sent" means accepted by that server, never "delivered": nobody can know that from here.
 */
export type Outcome =
  | { kind: "sent"; reason: Reason }
  /**
   * Permanent for this recipient; the rest go on. `policy` is there where the server's policy says no and not the
   * recipient: the same text for every mail that is refused for the same reason.
   */
  | { kind: "refused"; reason: Reason; policy?: string }
  /**
   * Not now. `account` says that the whole account should rest, not only this recipient; `server`, that it is the account's
   * server that has no room for it now: where that is said of many in a row, they come faster than it takes them.
   */
  | {
      kind: "busy";
      reason: Reason;
      retryAfterMs?: number;
      account?: boolean;
      connection?: boolean;
      server?: boolean;
    }
  /** The account is at fault: pause it and keep the recipient queued. Without `restMs`, until a person acts. */
  | { kind: "account"; reason: Reason; restMs?: number }
  /** The mail may or may not have gone out. It is never resent without a person's word. */
  | { kind: "uncertain"; reason: Reason };
