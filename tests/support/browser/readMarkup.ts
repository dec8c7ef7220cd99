/** A mail's HTML as a browser reads it, without what is written for Outlook alone. */
export function withoutOutlook(html: string): string {
  return html
    .replaceAll(/<!--\[if [^\]]+\]><!-->|<!--<!\[endif\]-->/g, "")
    .replaceAll(/<!--\[if [^\]]+\]>[\s\S]*?<!\[endif\]-->/g, "");
}

/** The same as Outlook reads it: what is hidden from others is there, what is hidden from it is not. */
export function asOutlook(html: string): string {
  return html
    .replaceAll(/<!--\[if !mso\]><!-->[\s\S]*?<!--<!\[endif\]-->/g, "")
    .replaceAll(/<!--\[if [^\]]*mso[^\]]*\]>([\s\S]*?)<!\[endif\]-->/g, "$1")
    .replaceAll(/<!--\[if IE\]>[\s\S]*?<!\[endif\]-->/g, "");
}

/** Tags that close what is not open, or are never closed; none in sound markup. Words of CSS are no tags. */
export function unbalancedTags(html: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  const body = html.replaceAll(/<style[\s\S]*?<\/style>/g, "");
  for (const [whole, close, name = ""] of body.matchAll(/<(\/?)([a-z][\w:]*)\b[^>]*>/gi)) {
    if (/^(img|br|hr|meta|link|wbr|col|area)$/i.test(name) || whole.endsWith("/>")) continue;
    if (close === "") open.push(name);
    else if (open.at(-1) === name) open.pop();
    else wrong.push(`</${name}> while <${open.at(-1)}> is open`);
  }
  return [...wrong, ...open.map((name) => `<${name}> is never closed`)];
}
