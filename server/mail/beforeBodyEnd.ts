/** Puts markup where a mail's visible content ends: before the last `</body>`, or at the end without one. */
export function beforeBodyEnd(html: string, markup: string): string {
  const at = bodyEnd(html);
  return html.slice(0, at) + markup + html.slice(at);
}

export function bodyEnd(html: string): number {
  let at = html.length;
  for (const match of html.matchAll(/<\/body\s*>/gi)) at = match.index;
  return at;
}
