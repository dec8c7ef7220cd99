import { sendLimits } from "../../../contract/limits/sending.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import { openNodemailerLink } from "./nodemailerLink.ts";
import type { Verification } from "./sender.ts";
import { outcomeOf } from "./smtpFault.ts";
import type { OpenLink, SmtpLink, SmtpOptions } from "./smtpLink.ts";
import type { SmtpFault } from "./smtpReply.ts";

type Probe = {
  /** The address that the account's mails come from. */
  from: string;
  /** Whoever runs the installation named this server in a setting, and knows whether it asks for a sign-in. */
  isRelay: boolean;
};

/**
 * Begins as a send would and sends nothing: connects, signs in where there is a password, names the sender and takes
 * it back. A password without a sign-in proves nothing, and the first mail would be refused.
 */
export async function verifySmtp(
  options: SmtpOptions,
  probe: Probe,
  open: OpenLink = openNodemailerLink,
): Promise<Verification> {
  const opened = await open(options, AbortSignal.timeout(sendLimits.verifyMs));
  if (!opened.ok) return refusedWith(opened.fault, opened.fault.reason);
  const { link } = opened;
  try {
    if (options.password !== "" && !link.offers.signIn && !probe.isRelay)
      return { ok: false, temporary: false, reason: noSignInReason(options, link) };
    const tried = await link.tryFrom(probe.from, sendLimits.verifyMs);
    if (!tried.ok)
      return refusedWith(tried.fault, noSenderReason(tried.fault, { options, from: probe.from }));
    const isAdvised = options.security === "none" && link.offers.startTls && !probe.isRelay;
    return isAdvised ? { ok: true, advice: startTlsAdvice } : { ok: true };
  } finally {
    link.quit();
  }
}

const startTlsAdvice =
  "The server also offers STARTTLS: choose it, so that the password and the mails are encrypted.";

function refusedWith(fault: SmtpFault, reason: string): Verification {
  const outcome = outcomeOf(fault) as Exclude<Outcome, { kind: "sent" }>;
  // What passes by itself, such as a daily limit, says so in the server's own words.
  const passes = outcome.kind === "busy" || (outcome.kind === "account" && outcome.restMs !== undefined);
  return {
    ok: false,
    temporary: passes,
    reason: passes ? outcome.reason : reason,
    atSignIn: fault.stage === "signIn",
  };
}

function noSignInReason({ host, port, security }: SmtpOptions, { offers }: SmtpLink): string {
  const place = `${host}:${port}`;
  const without = "If the server asks for none, add the account without a password.";
  if (security !== "none")
    return `${place} offers no sign-in. Ask whoever runs it for the port that mail programs use, usually 465 or 587. ${without}`;
  if (offers.startTls)
    return `${place} offers no sign-in without encryption, but it offers STARTTLS: choose that.`;
  return `${place} offers no sign-in without encryption. Choose TLS with its port, usually 465, or STARTTLS with port 587. ${without}`;
}

function noSenderReason(
  { reply, reason }: SmtpFault,
  { options, from }: { options: SmtpOptions; from: string },
): string {
  if (reply === undefined) return reason;
  const place = `${options.host}:${options.port}`;
  const said = `The server said: ${reason}`;
  // RFC 4954 section 6: authentication required.
  if (reply.code === 530 && options.password === "")
    return `${place} takes mail only after a sign-in: enter the password. ${said}`;
  return `${place} takes no mail from ${from}. Check the e-mail, or which addresses this sign-in may send from. ${said}`;
}
