import { sendLimits } from "../../../contract/limits/sending.ts";
import { type Reason, type ReasonCode, reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import { answerTexts } from "../../../contract/texts/answers.ts";
import { inTexts } from "../../core/inWords.ts";
import { pipeliningConnector } from "./dialogue/pipeliningConnector.ts";
import { relaysNothing } from "./policyRefusal.ts";
import type { Verification } from "./sender.ts";
import {
  type OpenSmtpConnection,
  type SmtpConnection,
  type SmtpOptions,
  timeoutsOf,
} from "./smtpConnection.ts";
import { waitsForTls } from "./smtpError.ts";
import type { SmtpFault } from "./smtpFault.ts";
import { smtpOutcome } from "./smtpOutcome.ts";

type Probe = {
  /** The address that the account's mails come from. */
  from: string;
  /** The server is a relay from the installation's settings, whose operator knows whether it requires a sign-in. */
  isRelay: boolean;
  /** The server is a provider's own or a relay: nobody who adds an account chooses it. */
  isGiven?: boolean;
  /** How long all of it may take. */
  timeMs?: number;
};

/**
 * Begins as sending a mail would, but sends none: connects, signs in if there is a password, and tries MAIL with the
 * sender. If there is a password but the server offers no sign-in, the account is refused, as its first mail would be.
 */
export async function verifySmtp(
  options: SmtpOptions,
  probe: Probe,
  open: OpenSmtpConnection = pipeliningConnector(),
): Promise<Verification> {
  const { timeMs = sendLimits.verifyMs } = probe;
  const endsAt = performance.now() + timeMs;
  const opened = await open(silentNoLonger(options), AbortSignal.timeout(timeMs));
  if (!opened.ok && knowsNoSignIn(opened.fault))
    return { ok: false, temporary: false, reason: noSignIn(options, { startTls: false }) };
  if (!opened.ok) return refusedWith(withChoice(opened.fault, probe.isGiven ? "given" : options.security));
  const { connection } = opened;
  try {
    if (options.password !== "" && !connection.capabilities.signIn && !probe.isRelay)
      return { ok: false, temporary: false, reason: noSignIn(options, connection.capabilities) };
    const to = options.password === "" && !probe.isRelay ? somebodyElsewhere : null;
    const tried = await connection.tryEnvelope(
      { from: probe.from, to },
      Math.max(0, endsAt - performance.now()),
    );
    if (!tried.ok && (tried.fault.stage !== "recipient" || asksForSignIn(tried.fault)))
      return refusedWith(tried.fault, noSender(tried.fault, { options, connection, from: probe.from }));
    const isAdvised = options.security === "none" && connection.capabilities.startTls && !probe.isRelay;
    return isAdvised ? { ok: true, advice: inTexts(answerTexts).accounts.startTls } : { ok: true };
  } finally {
    connection.quit();
  }
}

/** A server that greets late is waited for; one that cannot be reached, or is silent because it waits for TLS, is not. */
function silentNoLonger(options: SmtpOptions): SmtpOptions {
  const { connectMs, greetingMs } = timeoutsOf(options);
  const shorter = (waitMs: number) => Math.min(waitMs, sendLimits.verifySilentMs);
  const timeouts = {
    connectMs: shorter(connectMs),
    greetingMs: waitsForTls(options) ? shorter(greetingMs) : greetingMs,
  };
  return { ...options, timeouts: { ...options.timeouts, ...timeouts } };
}

/** `instead` explains a permanent fault better; a temporary one, such as a daily limit, is told in the server's own words. */
function refusedWith(fault: SmtpFault, instead?: Reason): Verification {
  const outcome = smtpOutcome(fault) as Exclude<Outcome, { kind: "sent" }>;
  const passes = outcome.kind === "busy" || (outcome.kind === "account" && outcome.restMs !== undefined);
  return {
    ok: false,
    temporary: passes,
    reason: passes ? outcome.reason : (instead ?? outcome.reason),
    atSignIn: fault.stage === "signIn",
    ...(fault.stage === "connect" && unreachedCodes.has(fault.reason.code) ? { unreached: true } : {}),
  };
}

/** Whoever tries an account can choose otherwise, unless the server was given, so they are told what could be chosen wrongly. */
function withChoice(fault: SmtpFault, security: SmtpOptions["security"] | "given"): SmtpFault {
  const { code } = fault.reason;
  if (code !== "connect_timeout" && code !== "greeting_timeout" && code !== "connection_refused")
    return fault;
  return { ...fault, reason: { ...fault.reason, params: { ...fault.reason.params, security } } as Reason };
}

/** The reasons that mean that no server answered. */
const unreachedCodes: ReadonlySet<string> = new Set([
  "host_unknown",
  "connection_refused",
  "connect_timeout",
  "greeting_timeout",
  "connection_lost",
] satisfies ReasonCode[]);

/** A server that knows the command by no name, such as one of HELO alone: that says nothing of the password. */
function knowsNoSignIn({ stage, reply }: SmtpFault): boolean {
  return stage === "signIn" && (reply?.code === 500 || reply?.code === 502);
}

function noSignIn(
  { host, port, security }: SmtpOptions,
  { startTls }: Pick<SmtpConnection["capabilities"], "startTls">,
): Reason {
  const withoutEncryption = startTls ? "offered" : "none";
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
  { options, connection, from }: { options: SmtpOptions; connection: SmtpConnection; from: string },
): Reason {
  if (reply === undefined) return said;
  const place = `${options.host}:${options.port}`;
  // 530 means "authentication required" (RFC 4954 section 6) or "issue STARTTLS first" (RFC 3207 section 4). If the server
  // offers STARTTLS and no sign-in without it, encryption is what is missing.
  if (options.password === "" && (reply.code === 530 || stage === "recipient")) {
    const isUnencrypted =
      options.security === "none" && connection.capabilities.startTls && !connection.capabilities.signIn;
    return reason(isUnencrypted ? "starttls_needed" : "sign_in_needed", { place }, said.reply);
  }
  return reason("no_mail_from", { place, from }, said.reply);
}
