/** The first word of the subject of a mail that asks for no more mails; the token of the mail that it is about follows. */
export const unsubscribeWord = "unsubscribe";

/** The address that a mail program writes to for somebody who wants no more (RFC 2369 section 3.2, RFC 6068). */
export function unsubscribeMailto({ to, token }: { to: string; token: string }): string {
  return `mailto:${encodeURIComponent(to).replace("%40", "@")}?subject=${unsubscribeWord}%20${token}`;
}
