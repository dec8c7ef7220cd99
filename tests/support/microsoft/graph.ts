import PostalMime from "postal-mime";
import type { GmailMail } from "../google/gmail.ts";
import type { Grants } from "../google/grants.ts";
import type { Told } from "../google/serveHttp.ts";

/** What Graph says in place of taking a mail, or how it falls silent once it has read one. */
export type GraphFault =
  | { status: number; code?: string; message?: string; headers?: Record<string, string> }
  /** The mail is taken, and then the connection is cut before the answer. */
  | "cut"
  /** The mail is taken, and the answer never comes. */
  | "mute";

type Asked = {
  headers: Record<string, string | string[] | undefined>;
  body: string;
  grants: Grants;
  mails: GmailMail[];
  fault: (mail: GmailMail, count: number) => GraphFault | null;
};

/** More than this Graph refuses before it looks at it. */
const bytesMax = 4 * 1024 * 1024;

/** `sendMail` with a MIME message: base64 as text/plain, answered with 202 and nothing (a copy is kept in Sent Items). */
export async function takeGraphMail({ headers, body, grants, mails, fault }: Asked): Promise<Told> {
  const bearer = grants.bearerOf(String(headers.authorization ?? "").replace(/^Bearer /, ""));
  if (bearer === null)
    return problem({
      status: 401,
      code: "InvalidAuthenticationToken",
      message: "Access token has expired or is not yet valid.",
    });
  if (!bearer.scopes.some((scope) => /\/Mail\.Send$/i.test(scope)))
    return problem({
      status: 403,
      code: "ErrorAccessDenied",
      message: "Access is denied. Check credentials.",
    });
  if (body.length > bytesMax)
    return problem({ status: 413, code: "ErrorMessageSizeExceeded", message: "Request too large" });
  if (headers["content-type"] !== "text/plain" || !/^[A-Za-z\d+/]+={0,2}$/.test(body))
    return problem({ status: 400, code: "ErrorMimeContentInvalidBase64String", message: "Invalid base64" });
  const raw = Buffer.from(body, "base64");
  const email = await PostalMime.parse(raw);
  const recipients = [...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])].flatMap(
    ({ address }) => address ?? [],
  );
  const mail: GmailMail = { sender: bearer.person.email, recipients, source: raw.toString("latin1"), email };
  const scripted = fault(mail, mails.length);
  if (typeof scripted === "object" && scripted !== null) return problem(scripted);
  if (email.from?.address !== bearer.person.email)
    return problem({
      status: 403,
      code: "ErrorSendAsDenied",
      message:
        "The user account which was used to submit this request does not have the right to send mail on behalf of the specified sending account.",
    });
  if (recipients.length === 0)
    return problem({
      status: 400,
      code: "ErrorInvalidRecipients",
      message: "At least one recipient is not valid.",
    });
  mails.push(mail);
  return scripted ?? { status: 202, headers: { "request-id": crypto.randomUUID() }, body: "" };
}

/** Graph's shape of an error. */
function problem({ status, code = "", message = "", headers = {} }: Exclude<GraphFault, string>): Told {
  const body = JSON.stringify({ error: { code, message, innerError: { date: "2026-01-01T00:00:00" } } });
  return { status, headers: { "content-type": "application/json", ...headers }, body };
}
