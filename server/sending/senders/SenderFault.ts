import type { Reason } from "../../../contract/reasons.ts";

/** Why a sender cannot be opened. */
export class SenderFault extends Error {
  override readonly name = "SenderFault";
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.code);
    this.reason = reason;
  }
}
