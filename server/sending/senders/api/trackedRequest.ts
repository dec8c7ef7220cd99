import { oauthLimits } from "../../../../contract/limits/accounts/oauth.ts";
import { sendLimits } from "../../../../contract/limits/sending.ts";
import type { Lost } from "../../../../contract/reasons/sending.ts";
import { beginningOf } from "../../../oauth/beginningOf.ts";

export type MailApiAnswer =
  | { kind: "answered"; status: number; retryAfter: string | null; body: string }
  /** No complete answer was received. `began`: some of the mail may have been sent; if false, none of it was. */
  | ({ kind: "lost"; began: boolean } & Lost);

export type MailApiTimeouts = { connectMs: number; answerMs: number };

export type TrackedRequestOptions = {
  /** Use a new connection: the server may be about to close a kept one, which would leave the mail uncertain. */
  afresh?: boolean;
  timeouts?: Partial<MailApiTimeouts>;
};

type FetchLike = (input: URL | RequestInfo, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` for one request that carries a mail, which tracks whether the mail had begun to be sent. A request is never
 * repeated.
 */
export function trackedRequest({ afresh = false, timeouts = {} }: TrackedRequestOptions) {
  const { connectMs = sendLimits.connectMs, answerMs = oauthLimits.mailAnswerMs } = timeouts;
  const ended = new AbortController();
  let began = false;
  let answer: MailApiAnswer | null = null;
  let lost: Lost["lost"] = "fault";
  let timer: ReturnType<typeof setTimeout> | undefined;

  const endAfter = (waitMs: number, without: Lost["lost"]) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      lost = without;
      ended.abort();
    }, waitMs);
  };
  const fetchOnce: FetchLike = async (input, init) => {
    endAfter(connectMs, "connection");
    const bytes = new TextEncoder().encode(String(init?.body));
    // Without a buffer the stream is first read once the connection is open and the headers were sent.
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          began = true;
          endAfter(answerMs, "answer");
          controller.enqueue(bytes);
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = new Headers(init?.headers);
    headers.set("content-length", String(bytes.length));
    const response = await fetch(input, {
      method: "POST",
      headers,
      body,
      // A redirect would take the mail to another host.
      redirect: "manual",
      keepalive: !afresh,
      signal: ended.signal,
    });
    const { status } = response;
    const retryAfter = response.headers.get("retry-after");
    // The status alone decides: an answer that breaks off after "200 OK" still counts.
    const text = await beginningOf(response, oauthLimits.answerBytes).catch(() => "");
    answer = { kind: "answered", status, retryAfter, body: text };
    return new Response(text, { status: status === 204 ? 200 : status });
  };
  return {
    fetch: fetchOnce as typeof fetch,
    failed(error: unknown): void {
      const detail = error instanceof Error ? error.message : String(error);
      answer ??= { kind: "lost", began, lost, detail: lost === "fault" ? detail : "" };
    },
    answer(): MailApiAnswer {
      clearTimeout(timer);
      return answer ?? { kind: "lost", began, lost: "unasked", detail: "" };
    },
  };
}
