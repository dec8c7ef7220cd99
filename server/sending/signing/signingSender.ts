import { textLimits } from "../../../contract/limits/text.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Sender } from "../senders/sender.ts";
import { type DkimSigner, dkimSigned } from "./dkim.ts";

/** A sender that signs its mails with DKIM. A mail that cannot be signed is not sent, and is tried again later. */
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
