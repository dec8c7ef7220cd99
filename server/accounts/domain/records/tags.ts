/**
 * The tags of a DKIM key or of a DMARC policy: `name=value` with semicolons between (RFC 6376 section 3.2). The first of a name counts;
 * null where something between is none.
 */
export function tagsIn(text: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  for (const part of text.split(";")) {
    const trimmed = part.trim();
    if (trimmed === "") continue;
    const at = trimmed.indexOf("=");
    const name = trimmed.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (!/^[a-z][a-z\d_]*$/.test(name)) return null;
    if (!tags.has(name)) tags.set(name, trimmed.slice(at + 1).trim());
  }
  return tags;
}
