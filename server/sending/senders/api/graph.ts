import { maySend } from "../../../microsoft/microsoftScopes.ts";
import type { Sender, Verification } from "../sender.ts";
import { graphOutcome, reconnectReason } from "./graphOutcome.ts";
import { createTokenSender, type TokenSenderOptions, verifyTokens } from "./tokenSender.ts";
import { type MailApiAnswer, type TrackedRequestOptions, trackedRequest } from "./trackedRequest.ts";

export type GraphOptions = TokenSenderOptions & {
  /** The URL of Graph's `sendMail`. */
  sendMailUrl: string;
};

const reasons = { reconnect: reconnectReason, clientRefused: "microsoft_client_refused" } as const;

/**
 * Sends through Microsoft Graph for an account that was connected through Microsoft. Graph was chosen over SMTP with
 * XOAUTH2 because it also works for mailboxes with authenticated SMTP switched off, as it is by default, needs no other
 * port than that of HTTPS, and has answers that can be treated as Gmail's are. With both, bounces arrive as mails.
 */
export function createGraphSender(options: GraphOptions): Sender {
  const { sendMailUrl, timeouts = {}, account, clock } = options;
  return createTokenSender(options, {
    ...reasons,
    call: (mail) => callGraph({ ...mail, sendMailUrl, timeouts }),
    outcomeOf: (answer) => graphOutcome(answer, { appEmail: account.appEmail, now: clock.now() }),
  });
}

/** Checks whether Microsoft still permits sending. */
export function verifyGraph(options: Pick<GraphOptions, "account" | "tokens">): Promise<Verification> {
  return verifyTokens(options, { ...reasons, maySend });
}

type GraphCall = TrackedRequestOptions & { sendMailUrl: string; accessToken: string; raw: Uint8Array };

/** Hands one message to Graph's `sendMail`, once: its MIME in base64, as text/plain. */
async function callGraph({ sendMailUrl, accessToken, raw, ...options }: GraphCall): Promise<MailApiAnswer> {
  const request = trackedRequest(options);
  try {
    await request.fetch(sendMailUrl, {
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "text/plain" },
      body: Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("base64"),
    });
  } catch (error) {
    request.failed(error);
  }
  return request.answer();
}
