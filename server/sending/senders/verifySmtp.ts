import { sendLimits } from "../../../contract/limits/sending.ts";
import { type Reason, type ReasonCode, reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import { answerTexts } from "../../../contract/texts/answers.ts";
import { inTexts } from "../../core/inWords.ts";
import { pipeliningLinks } from "./dialogue/pipeliningLink.ts";
import { relaysNothing } from "./policyRefusal.ts";
import type { Verification } from "./sender.ts";
import { waitsForTls } from "./smtpError.ts";
import { outcomeOf } from "./smtpFault.ts";
import { type OpenLink, type SmtpLink, type SmtpOptions, timeoutsOf } from "./smtpLink.ts";
import type { SmtpFault } from "./smtpReply.ts";

type Probe = {
  /** The address that the account's mails come from. */
  from: string;
  /** Whoever runs the installation named this server in a setting, and knows whether it asks for a sign-in. */
  isRelay: boolean;
  /** How long all of it may take. */
  timeMs?: number;
};

/**
 * Begins as a send would and sends nothing: connects, signs in where there is a password, names the sender and takes
 * it back. A password without a sign-in proves nothing, and the first mail would be refused.
 */
export async function verifySmtp(
  options: SmtpOptions,
  probe: Probe,
  open: OpenLink = pipeliningLinks(),
): Promise<Verification> {
  const { timeMs = sendLimits.verifyMs } = probe;
  const endsAt = performance.now() + timeMs;
  const opened = await open(silentNoLonger(options), AbortSignal.timeout(timeMs));
  if (!opened.ok) return refusedWith(opened.fault);
  const { link } = opened;
  try {
    if (options.password !== "" && !link.offers.signIn && !probe.isRelay)
      return { ok: false, temporary: false, reason: noSignIn(options, link) };
    const to = options.password === "" && !probe.isRelay ? somebodyElsewhere : null;
    const tried = await link.tryEnvelope({ from: probe.from, to }, Math.max(0, endsAt - performance.now()));
    if (!tried.ok && (tried.fault.stage !== "recipient" || asksForSignIn(tried.fault)))
      return refusedWith(tried.fault, noSender(tried.fault, { options, link, from: probe.from }));
    const isAdvised = options.security === "none" && link.offers.startTls && !probe.isRelay;
    return isAdvised ? { ok: true, advice: inTexts(answerTexts).accounts.startTls } : { ok: true };
  } finally {
    link.quit();
  }
}

/** A server that greets late is waited for; one that is not there, or says nothing for want of TLS, will not come to it. */
function silentNoLonger(options: SmtpOptions): SmtpOptions {
  const { connectMs, greetingMs } = timeoutsOf(options);
  const shorter = (waitMs: number) => Math.min(waitMs, sendLimits.verifySilentMs);
  const timeouts = {
    connectMs: shorter(connectMs),
    greetingMs: waitsForTls(options) ? shorter(greetingMs) : greetingMs,
  };
  return { ...options, timeouts: { ...options.timeouts, ...timeouts } };
}

/** `instead` says more of what does not pass by itself; what passes, such as a daily limit, says so in the server's own words. */
function refusedWith(fault: SmtpFault, instead?: Reason): Verification {
  const outcome = outcomeOf(fault) as Exclude<Outcome, { kind: "sent" }>;
  const passes = outcome.kind === "busy" || (outcome.kind === "account" && outcome.restMs !== undefined);
  return {
    ok: false,
    temporary: passes,
    reason: passes ? outcome.reason : (instead ?? outcome.reason),
    atSignIn: fault.stage === "signIn",
    ...(fault.stage === "connect" && unreachedCodes.has(fault.reason.code) ? { unreached: true } : {}),
  };
}

/** What is said where no server answered; a server that says something odd has answered. */
const unreachedCodes: ReadonlySet<string> = new Set([
  "host_unknown",
  "connection_refused",
  "connect_timeout",
  "greeting_timeout",
  "connection_lost",
] satisfies ReasonCode[]);

function noSignIn({ host, port, security }: SmtpOptions, { offers }: SmtpLink): Reason {
  const withoutEncryption = offers.startTls ? "offered" : "none";
  return reason("no_sign_in", {
    place: `${host}:${port}`,
    encryption: security === "none" ? withoutEncryption : "chosen",
  });
}

/** A name of RFC 2606, where nobody has a mailbox: a server that relays for this client takes it, or says something else of it. */
const somebodyElsewhere = "postmaster@example.com";

/**
 * Whether a recipient is refused because nobody signed in: many servers take any sender, and say at RCPT for whom they relay. All
 * mails of a campaign would fail.
 */
function asksForSignIn({ reply }: SmtpFault): boolean {
  return reply !== undefined && reply.code >= 500 && (reply.code === 530 || relaysNothing(reply.text));
}

function noSender(
  { stage, reply, reason: said }: SmtpFault,
  { options, link, from }: { options: SmtpOptions; link: SmtpLink; from: string },
): Reason {
  if (reply === undefined) return said;
  const place = `${options.host}:${options.port}`;
  // RFC 4954 section 6, authentication required; and RFC 3207 section 4, STARTTLS first. A password helps only where one can
  // be given, and never before the encryption that a server offers.
  if (options.password === "" && (reply.code === 530 || stage === "recipient")) {
    const isUnencrypted = options.security === "none" && link.offers.startTls && !link.offers.signIn;
    return reason(isUnencrypted ? "starttls_needed" : "sign_in_needed", { place }, said.reply);
  }
  return reason("no_mail_from", { place, from }, said.reply);
}
