import type { SmtpError } from "../smtpError.ts";
import type { SmtpReply } from "./ReplyReader.ts";

/** RFC 5321 section 3.8: the server closes the connection, whatever the command was. */
export const serviceEnds = 421;

export function isPositive({ code }: Pick<SmtpReply, "code">): boolean {
  return code >= 200 && code < 300;
}

export function isNegative({ code }: Pick<SmtpReply, "code">): boolean {
  return code >= 400 && code < 600;
}

export function refusalIn({ code, text }: SmtpReply, command?: string): SmtpError {
  return { message: text, response: text, responseCode: code || undefined, command };
}
