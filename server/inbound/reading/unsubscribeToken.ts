import { unsubscribeWord } from "../../../contract/leads/unsubscribeMail.ts";

/**
 * The token in the subject that a mail's own List-Unsubscribe asks for (RFC 2369 section 3.2); null where it is another
 * subject. Gateways write before it, such as "[EXTERNAL]" or "***SPAM***", and so does whoever forwards it. Whether the token
 * is genuine is checked by the code that signs them.
 */
export function unsubscribeToken(subject: string): string | null {
  return wanted.exec(subject)?.[1] ?? null;
}

/** Two runs of base64url, the second of 128 bits: no other subject has them behind that word. */
const wanted = new RegExp(
  `(?<![\\w.-])${unsubscribeWord}\\s{1,9}([\\w-]{16,99}\\.[\\w-]{22})(?![\\w-])`,
  "i",
);
