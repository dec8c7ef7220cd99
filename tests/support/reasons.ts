import { type Cause, type Reason, reason } from "../../contract/reasons.ts";
import { english } from "../../contract/sentences/en.ts";
import { sentenceOf } from "../../contract/sentences/sentence.ts";

/** What a mail server said, where it does not matter what that means. */
export function said(reply: string): Reason {
  return reason("refused", {}, reply);
}

/** Somebody who opted out, as a send or a plan tells of them. */
export const optedOut = { reason: "Opted out", cause: reason("opted_out") };

/** The same with its reason in English, as a person reads it. */
export function inEnglish(told: object): object {
  const why = (told as { reason?: Cause }).reason;
  return why === undefined ? told : { ...told, reason: sentenceOf(why, english) };
}
