import { type MailApiAnswer, type TrackedRequestOptions, trackedRequest } from "./trackedRequest.ts";

type GmailCall = TrackedRequestOptions & {
  rootUrl: string;
  accessToken: string;
  /** The whole MIME message. */
  raw: Uint8Array;
};

/**
 * Hands one message to Gmail's `users.messages.send`, once. Google's client builds the request, which is then sent by
 * our own fetch. The client is loaded when first needed, because loading it takes a tenth of a second.
 */
export async function callGmail(call: GmailCall): Promise<MailApiAnswer> {
  const { gmail } = await import("googleapis/build/src/apis/gmail/index.js");
  const request = trackedRequest(call);
  try {
    await gmail("v1").users.messages.send(
      { userId: "me", requestBody: { raw: base64Url(call.raw) } },
      {
        rootUrl: call.rootUrl,
        headers: new Headers({ authorization: `Bearer ${call.accessToken}` }),
        responseType: "text",
        retry: false,
        validateStatus: () => true,
        fetchImplementation: request.fetch,
      },
    );
  } catch (error) {
    request.failed(error);
  }
  return request.answer();
}

function base64Url(raw: Uint8Array): string {
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("base64url");
}
