import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { webhookLimits } from "../../contract/limits/api/webhooks.ts";
import { type Reason, reason } from "../../contract/reasons.ts";
import type { GuardedHost } from "../sending/senders/hostGuard.ts";

/** What a receiver answered, or why it did not. */
export type Posted =
  | { kind: "answered"; status: number; answer: string; retryAfterMs: number | null }
  | { kind: "unanswered"; reason: Reason };

export type Posting = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Resolves a name, and refuses addresses in private networks. */
  guard(host: string): Promise<GuardedHost>;
  signal: AbortSignal;
  timeoutMs?: number;
};

/**
 * Posts once, to the address that the name was resolved to and that was checked. It follows no redirects, reads a bounded
 * part of the answer, and ends within a time limit, however slow the look-up, the receiver or its answer is.
 */
export async function post({ timeoutMs = webhookLimits.timeoutMs, ...posting }: Posting): Promise<Posted> {
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(), timeoutMs);
  const signal = AbortSignal.any([posting.signal, timeUp.signal]);
  const silent: Posted = {
    kind: "unanswered",
    reason: reason("webhook_silent", { seconds: Math.round(timeoutMs / 1000) }),
  };
  const ended = new Promise<Posted>((resolve) => {
    signal.addEventListener("abort", () => resolve(silent), { once: true });
  });
  try {
    return await Promise.race([ended, exchange({ ...posting, signal })]);
  } finally {
    clearTimeout(timer);
    // A combined signal, with everything that listens to it, lives as long as the longest of its sources.
    timeUp.abort();
  }
}

async function exchange({
  url,
  headers,
  body,
  guard,
  signal,
}: Required<Omit<Posting, "timeoutMs">>): Promise<Posted> {
  const { protocol, hostname, port, pathname, search } = new URL(url);
  // URL puts an IPv6 address in brackets, which look-ups do not accept.
  const host = hostname.replace(/^\[|\]$/g, "");
  const guarded = await guard(host);
  if (!guarded.ok) return { kind: "unanswered", reason: guarded.reason };
  if (signal.aborted)
    return { kind: "unanswered", reason: reason("webhook_unreached", { detail: "stopped" }) };
  const isTls = protocol === "https:";
  const options = {
    method: "POST",
    // The address that was checked, in case the name resolves to another one by now (DNS rebinding).
    host: guarded.address,
    port: port === "" ? (isTls ? 443 : 80) : Number(port),
    path: `${pathname}${search}`,
    headers: {
      ...headers,
      host: port === "" ? hostname : `${hostname}:${port}`,
      "content-length": Buffer.byteLength(body),
    },
    agent: false as const,
    maxHeaderSize: webhookLimits.answerBytes,
    ...(isTls && isIP(host) === 0 ? { servername: host } : {}),
  };
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) =>
      resolve({ kind: "unanswered", reason: reason("webhook_unreached", { detail: detailOf(error) }) });
    const call: ClientRequest = isTls ? httpsRequest(options) : httpRequest(options);
    call.on("error", failed);
    let announced = 0;
    // As "100 Continue" is: an answer may follow any number of these, and none of them counts as read (RFC 9110 section 15.2).
    call.on("information", () => {
      announced += 1;
      if (announced > webhookLimits.announcementsMax) call.destroy(endless);
    });
    call.on("response", (response) => readAnswer(call, response, resolve));
    signal.addEventListener("abort", () => call.destroy(), { once: true });
    call.end(body);
  });
}

const endless = Object.assign(new Error("no end of announcements"), { code: "HPE_HEADER_OVERFLOW" });

/** Reads as much of the answer as is stored, and then closes the connection. */
function readAnswer(call: ClientRequest, response: IncomingMessage, resolve: (posted: Posted) => void): void {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const done = () => {
    const text = Buffer.concat(pieces).subarray(0, webhookLimits.answerBytes).toString("utf8");
    resolve({
      kind: "answered",
      status: response.statusCode ?? 0,
      answer: text.slice(0, webhookLimits.keptCharacters),
      retryAfterMs: retryAfterMsOf(response.headers["retry-after"]),
    });
    call.destroy();
  };
  response.on("data", (piece: Buffer) => {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= webhookLimits.answerBytes) done();
  });
  response.on("end", done);
  // What was received counts, even if the connection is lost after it.
  response.on("error", done);
  response.on("close", done);
}

/** Retry-After in seconds (RFC 9110 section 10.2.3). The form with a date is ignored, as it depends on the receiver's clock. */
function retryAfterMsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) * 1000 : null;
}

/** The system's error code says enough, and contains nothing of what was sent. */
function detailOf(error: NodeJS.ErrnoException): string {
  return (error.code ?? error.name).slice(0, 80);
}
