import { oauthLimits } from "../../../../contract/limits/accounts/oauth.ts";
import { sendLimits } from "../../../../contract/limits/sending.ts";
import type { Lost } from "../../../../contract/reasons/sending.ts";
import { beginningOf } from "../../../oauth/beginningOf.ts";

export type MailApiAnswer =
  | { kind: "answered"; status: number; retryAfter: string | null; body: string }
  /** No whole answer came. `began` says that the mail may have left; without it nothing of it has. */
  | ({ kind: "lost"; began: boolean } & Lost);

export type MailApiTimeouts = { connectMs: number; answerMs: number };

export type TrackedRequestOptions = {
  /** Uses no kept connection: one that is about to be closed could swallow the mail and leave it uncertain. */
  afresh?: boolean;
  timeouts?: Partial<MailApiTimeouts>;
};

type FetchLike = (input: URL | RequestInfo, init?: RequestInit) => Promise<Response>;

/**
 * One request that carries a mail, with every step noted: it has to be known whether the mail had begun to leave, and
 * no request is ever repeated.
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
    // With no buffer of its own the stream is first asked once the connection stands and its headers have left.
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
    // The status alone decides: an answer that breaks off after "200 OK" is still one.
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
