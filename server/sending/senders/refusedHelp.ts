import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { Provider } from "../../../contract/sending/providers.ts";

/** Why a server refuses a sign-in and what to do about it, then its own words. */
export function refusedHelp(provider: Provider, reply: string): string {
  const known = provider.refusals.find(({ says }) => reply.includes(says));
  return `${known?.help ?? provider.refusedHelp} The server said: ${reply}`;
}

/** An outcome whose account was refused at the sign-in also says what to do; any other stays as it is. */
export function withRefusedHelp(provider: Provider, outcome: Outcome): Outcome {
  if (outcome.kind !== "account" || !signInRefused.test(outcome.reason)) return outcome;
  return { ...outcome, reason: refusedHelp(provider, outcome.reason) };
}

/** RFC 4954 section 6: authentication required, too weak, or refused. */
const signInRefused = /^53[0458]\b/;
