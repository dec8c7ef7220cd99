import { openWire, type WireAnswer, type WireOptions } from "./oneRequest.ts";

type GmailCall = WireOptions & {
  rootUrl: string;
  accessToken: string;
  /** The whole MIME message. */
  raw: Uint8Array;
};

/**
 * Hands one message to Gmail's `users.messages.send`, once. Google's client builds the request; the wire is ours.
 * The client is loaded at the first use: it takes a tenth of a second that a server should not start with.
 */
export async function callGmail(call: GmailCall): Promise<WireAnswer> {
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
