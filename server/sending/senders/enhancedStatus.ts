/** The enhanced status of a reply (RFC 3463), such as "5.4.5", or "". */
export function enhancedStatus(text: string): string {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1] ?? "";
}
