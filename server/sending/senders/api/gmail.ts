import { gmailSendScope } from "../../../google/googleScopes.ts";
import type { Sender, Verification } from "../sender.ts";
import { callGmail } from "./gmailCall.ts";
import { gmailOutcome, reconnectReason } from "./gmailOutcome.ts";
import { createTokenSender, type TokenSenderOptions, verifyTokens } from "./tokenSender.ts";

export type GmailOptions = TokenSenderOptions & {
  /** The base URL of the Gmail API. */
  rootUrl: string;
};

const reasons = { reconnect: reconnectReason, clientRefused: "google_client_refused" } as const;

/** Sends through the Gmail API for an account that was connected through Google. */
export function createGmailSender(options: GmailOptions): Sender {
  const { rootUrl, timeouts = {}, account, clock } = options;
  return createTokenSender(options, {
    ...reasons,
    call: (mail) => callGmail({ ...mail, rootUrl, timeouts }),
    outcomeOf: (answer) => gmailOutcome(answer, { appEmail: account.appEmail, now: clock.now() }),
  });
}

/** Checks whether Google still permits sending. */
export function verifyGmail(options: Pick<GmailOptions, "account" | "tokens">): Promise<Verification> {
  return verifyTokens(options, { ...reasons, maySend: (scopes) => scopes.includes(gmailSendScope) });
}
