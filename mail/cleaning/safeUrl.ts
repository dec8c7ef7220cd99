/** What may follow a link or show as a picture. The scheme must be spelled out: no entity, no control character. */
const linkStart = /^(https?:\/\/|mailto:|tel:|sms:|cid:|#|\{\{\s{0,20}unsubscribeUrl\s{0,20}\}\})/i;
const pictureData = /^data:image\/(png|jpe?g|gif|webp);base64,[\w+/=\s]*$/i;

/**
 * The address as it may stand in a mail, or null. A relative one is made absolute by `base`, since a mail has no
 * place of its own. A merge field may follow the beginning but not be it: what a lead is called must not choose
 * where a link goes.
 */
export function safeUrl(
  raw: string,
  { base, picture }: { base?: string | undefined; picture: boolean },
): string | null {
  const url = raw.trim();
  if (linkStart.test(url)) return url;
  if (picture && pictureData.test(url)) return url;
  if (url.startsWith("//")) return `https:${url}`;
  // Anything that could still turn out to be a scheme once entities and escapes are read.
  const [beginning = ""] = url.split(/[/?#]/);
  if (/[:&\\{}<>"]/.test(beginning) || /[\u0000-\u001f]/.test(url)) return null;
  return base !== undefined && url.startsWith("/") ? `${base}${url}` : url;
}
