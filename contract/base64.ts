/** How the OpenAPI document tells it. */
export const base64Pattern = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";

/** Whether a text is base64 in one line (RFC 4648 section 4), with what fills its end. Linear in its length. */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** How many bytes such a text stands for. */
export function base64Bytes(text: string): number {
  const filling = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return (text.length / 4) * 3 - filling;
}
