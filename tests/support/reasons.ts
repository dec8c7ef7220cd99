import { allShapes as shapes } from "../../contract/reasons/allShapes.ts";
import type { Params } from "../../contract/reasons/shapes.ts";
import { type Cause, type Reason, reason } from "../../contract/reasons.ts";
import { english } from "../../contract/sentences/en.ts";
import { sentenceOf } from "../../contract/sentences/sentence.ts";

/** Something for everything that a reason is said with: of words the first, of what may be null nothing. */
export function anyParams(code: string, isFull = true): Params {
  const inside = { code: "put_off", params: {} };
  const kinds: Record<string, Params[string]> = {
    text: "text",
    number: 3,
    boolean: true,
    reason: inside,
    texts: ["one", "two"],
    reasons: [inside],
    "text?": isFull ? "text" : null,
    "number?": isFull ? 3 : null,
    addedText: isFull ? "text" : null,
  };
  return Object.fromEntries(
    Object.entries(shapes[code] ?? {}).map(([name, kind]) => [
      name,
      (typeof kind === "string" ? kinds[kind] : kind[0]) ?? null,
    ]),
  );
}

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
