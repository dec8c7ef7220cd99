import { textLimits } from "../../../contract/limits/text.ts";
import type { Reason } from "../../../contract/reasons.ts";

/** A reason fit for the ledger: each text of it on one line, bounded, without the secrets that a server may echo. */
export function reasonWithoutSecrets({ code, params, reply }: Reason, secrets: readonly string[]): Reason {
  const clean = (value: unknown) => (typeof value === "string" ? textWithoutSecrets(value, secrets) : value);
  const kept = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, clean(value)]));
  return { code, params: kept, reply: clean(reply) } as Reason;
}

/** A text fit for the ledger: on one line, of bounded length, without the secrets a server may echo. */
export function textWithoutSecrets(text: string, secrets: readonly string[]): string {
  // First, as a secret could be put together from what is left around them.
  let cleaned = text.replace(controlSequence, "");
  for (const secret of secrets) {
    if (secret === "") continue;
    // A very short secret is hidden as a word only: cut out of every word, it could be read from the gaps.
    const hidden = secret.length < 6 ? new RegExp(`(?<!\\w)${literally(secret)}(?!\\w)`, "g") : secret;
    cleaned = cleaned.replaceAll(hidden, "[hidden]");
  }
  return cleaned
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .slice(0, textLimits.reasonMax)
    .toWellFormed()
    .trim();
}

/** What colours a terminal or moves its cursor (ECMA-48, 5.4): without its first character the rest would be read as text. */
const controlSequence = /\u001b\[[0-?]{0,60}[ -/]{0,9}[@-~]/g;

/** A pattern that finds this text and nothing else; Node 22 has no `RegExp.escape`. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
