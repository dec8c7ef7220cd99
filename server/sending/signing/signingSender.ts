import { textLimits } from "../../../contract/limits/text.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Sender } from "../senders/sender.ts";
import { type DkimSigner, dkimSigned } from "./dkim.ts";

/** A sender whose mails are signed before they leave. One that cannot be signed does not go, and is tried again. */
export function signingSender(
  sender: Sender,
  { domain, signers, now }: { domain: string; signers: readonly DkimSigner[]; now: () => number },
): Sender {
  return {
    ...sender,
    async send(mail) {
      let raw: Buffer;
      try {
        raw = await dkimSigned(mail.raw, { domain, signers, now: now() });
      } catch (error) {
        return {
          kind: "busy",
          reason: reason("fault", { detail: String(error).slice(0, textLimits.reasonMax) }),
        };
      }
      return sender.send({ ...mail, raw });
    },
  };
}
