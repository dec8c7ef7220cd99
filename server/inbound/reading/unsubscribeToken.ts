import { unsubscribeWord } from "../../../contract/leads/unsubscribeMail.ts";

/**
 * The token in the subject that a mail's own List-Unsubscribe asks for (RFC 2369 section 3.2); null where it is another
 * subject. Whether the token is genuine is checked by the code that signs them.
 */
export function unsubscribeToken(subject: string): string | null {
  const [word, token, ...more] = subject.trim().split(/\s+/, 3);
  if (word?.toLowerCase() !== unsubscribeWord || token === undefined || more.length > 0) return null;
  return /^[\w-]+\.[\w-]+$/.test(token) ? token : null;
}
