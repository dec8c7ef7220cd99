import { oauthLimits } from "../../../contract/limits/oauth.ts";
import { sendLimits } from "../../../contract/limits/sending.ts";
import type { Lost } from "../../../contract/reasons/sending.ts";
import { beginningOf } from "../../oauth/beginningOf.ts";

export type GmailAnswer =
  | { kind: "answered"; status: number; retryAfter: string | null; body: string }
  /** No whole answer came. `began` says that the mail may have left; without it nothing of it has. */
  | ({ kind: "lost"; began: boolean } & Lost);

export type GmailTimeouts = { connectMs: number; answerMs: number };

type GmailCall = {
  rootUrl: string;
  accessToken: string;
  /** The whole MIME message. */
  raw: Uint8Array;
  /** Uses no kept connection: one that Google is about to close could swallow the mail and leave it uncertain. */
  afresh?: boolean;
  timeouts?: Partial<GmailTimeouts>;
};

/**
 * Hands one message to Gmail's `users.messages.send`, once. Google's client builds the request; the wire is ours,
 * because it has to tell a mail that has begun to leave from one that has not, and must never repeat a request.
 * The client is loaded at the first use: it takes a tenth of a second that a server should not start with.
 */
export async function callGmail(call: GmailCall): Promise<GmailAnswer> {
  const { gmail } = await import("googleapis/build/src/apis/gmail/index.js");
  const wire = openWire(call);
  try {
    await gmail("v1").users.messages.send(
      { userId: "me", requestBody: { raw: base64Url(call.raw) } },
      {
        rootUrl: call.rootUrl,
        headers: new Headers({ authorization: `Bearer ${call.accessToken}` }),
        responseType: "text",
        retry: false,
        validateStatus: () => true,
        fetchImplementation: wire.fetch,
      },
    );
  } catch (error) {
    wire.failed(error);
  }
  return wire.answer();
}

function base64Url(raw: Uint8Array): string {
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("base64url");
}

type FetchLike = (input: URL | RequestInfo, init?: RequestInit) => Promise<Response>;

/** One request whose every step is noted. */
function openWire({ afresh = false, timeouts = {} }: Pick<GmailCall, "afresh" | "timeouts">) {
  const { connectMs = sendLimits.connectMs, answerMs = oauthLimits.gmailAnswerMs } = timeouts;
  const ended = new AbortController();
  let began = false;
  let answer: GmailAnswer | null = null;
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
    answer(): GmailAnswer {
      clearTimeout(timer);
      return answer ?? { kind: "lost", began, lost: "unasked", detail: "" };
    },
  };
}
