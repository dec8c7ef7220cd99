/**
 * JSON as PostgreSQL keeps it: it knows no text with a NUL, and no half of a pair of surrogates, so each of them becomes
 * the sign for a character that cannot be shown, as it does in text. `JSON.stringify` has written it.
 */
export function storableJson(json: string): string {
  if (!/\\u(0000|d[89a-f])/.test(json)) return json;
  // Each escape as a whole, since "\\u0000" is a backslash and five letters.
  return json.replace(/\\(u0000|ud[89a-f]..|.)/g, (whole, escaped: string) =>
    escaped.length > 1 ? "\ufffd" : whole,
  );
}
