import PostalMime, { type Email } from "postal-mime";
import type { Grants } from "./grants.ts";

/** One mail that Gmail took, read from its source as any mail program would. */
export type GmailMail = { sender: string; recipients: string[]; source: string; email: Email };

/** What Gmail says in place of taking a mail, or how it falls silent once it has read one. */
export type GmailFault =
  | { status: number; reason?: string; message?: string; headers?: Record<string, string> }
  /** The mail is taken, and then the connection is cut before the answer. */
  | "cut"
  /** The mail is taken, and the answer never comes. */
  | "mute"
  /** The mail is taken, and the answer ends in its middle. */
  | "breakOff";

export type Answer = { status: number; body: unknown; headers?: Record<string, string>; breaksOff?: true };

const sendScopes = ["https://www.googleapis.com/auth/gmail.send", "https://mail.google.com/"];

/** `users.messages.send`: whoever holds a good token with the right permission has the mail read and kept. */
export async function takeMail(given: {
  authorization: string;
  body: string;
  grants: Grants;
  mails: GmailMail[];
  fault: (mail: GmailMail, count: number) => GmailFault | null;
}): Promise<Answer | "cut" | "mute"> {
  const bearer = given.grants.bearerOf(given.authorization.replace(/^Bearer /, ""));
  if (bearer === null)
    return problem({
      status: 401,
      reason: "authError",
      message: "Request had invalid authentication credentials.",
    });
  if (!bearer.scopes.some((scope) => sendScopes.includes(scope)))
    return problem({
      status: 403,
      reason: "insufficientPermissions",
      message: "Request had insufficient authentication scopes.",
    });
  const raw = rawIn(given.body);
  if (raw === null)
    return problem({
      status: 400,
      reason: "invalidArgument",
      message: "'raw' RFC822 payload message string required",
    });
  const email = await PostalMime.parse(raw);
  const recipients = [...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])].flatMap(
    ({ address }) => address ?? [],
  );
  const mail: GmailMail = { sender: bearer.person.email, recipients, source: raw.toString("latin1"), email };
  const fault = given.fault(mail, given.mails.length);
  if (typeof fault === "object" && fault !== null) return problem(fault);
  if (recipients.length === 0)
    return problem({ status: 400, reason: "invalidArgument", message: "Recipient address required" });
  given.mails.push(mail);
  const taken = {
    status: 200,
    body: { id: `gmail-${given.mails.length}`, threadId: "t", labelIds: ["SENT"] },
  };
  if (fault === "breakOff") return { ...taken, breaksOff: true };
  return fault ?? taken;
}

function rawIn(body: string): Buffer | null {
  try {
    const { raw } = JSON.parse(body) as { raw?: unknown };
    return typeof raw === "string" && /^[\w-]+=*$/.test(raw) ? Buffer.from(raw, "base64url") : null;
  } catch {
    return null;
  }
}

/** Google's shape of an error. */
function problem({ status, reason = "", message = "", headers = {} }: Exclude<GmailFault, string>): Answer {
  return {
    status,
    headers,
    body: { error: { code: status, message, errors: [{ domain: "global", reason, message }], status: "" } },
  };
}
