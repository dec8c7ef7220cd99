import { refusalOf, unreached } from "../../contract/client.ts";
import { called, here, lookForEnd } from "./browserClient.ts";
import { siteAuthorization } from "./siteAuthorization.ts";

export type Upload = {
  call: "POST /amplify/images" | "POST /amplify/imports";
  query?: Record<string, string>;
  /** A file, or a form that contains one. */
  body: Blob | FormData;
  signal: AbortSignal;
  /** Called with the number of bytes sent; if it is a file, of `body.size`. */
  onProgress: (sent: number) => void;
};

/**
 * Posts a file and returns what the server answers. This uses XMLHttpRequest because `fetch` does not report how much of a
 * body was sent, and uploading a long file over a slow connection must not look like a page that hangs.
 * @throws {Refusal} with the server's message and code, or "unavailable" if the server cannot be reached.
 */
export async function upload({ call, query, body, signal, onProgress }: Upload): Promise<unknown> {
  const [method = "", path = ""] = call.split(" ");
  const answer = await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, query === undefined ? path : `${path}?${new URLSearchParams(query)}`);
    const authorization = siteAuthorization();
    if (authorization !== "") request.setRequestHeader("authorization", authorization);
    // For a form the browser sets the content type itself, with its boundary.
    if (body instanceof Blob) request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () => void answerOf(request).then(resolve, reject);
    request.onerror = () => reject(unreached(here));
    request.onabort = () => reject(new DOMException("The upload was given up", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
  called(call);
  return answer;
}

async function answerOf(request: XMLHttpRequest): Promise<unknown> {
  const { status, responseText } = request;
  if (status >= 200 && status < 300) return JSON.parse(responseText);
  const retryAfter = request.getResponseHeader("retry-after");
  const headers = retryAfter === null ? {} : { "retry-after": retryAfter };
  const refusal = await refusalOf(new Response(responseText, { status, headers }), here);
  lookForEnd(refusal);
  throw refusal;
}
