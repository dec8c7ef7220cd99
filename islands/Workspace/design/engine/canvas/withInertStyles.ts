/**
 * HTML whose style attributes are renamed. Our content security policy refuses styles in HTML, even in a document that is
 * only parsed, and reports each; set through the CSSOM later, they are allowed. It refuses event handlers too, and nobody
 * wants those.
 */
export function withInertStyles(html: string): string {
  return html.replaceAll(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replaceAll(/\sstyle\s*=/gi, ` ${inertStyle}=`).replaceAll(/\son([a-z]+)\s*=/gi, " data-handler-$1="),
  );
}

export const inertStyle = "data-style";

/**
 * The same of a whole mail, whose sheets the policy refuses as well: they wait in `noframes`, which holds text alone as
 * `style` does.
 */
export function withInertSheets(html: string): string {
  return withInertStyles(html).replaceAll(/<(\/?)style\b[^>]*>/gi, "<$1noframes>");
}

/** A mail as a document that is only read: it loads and runs nothing. */
export function inertMail(html: string): Document {
  return new DOMParser().parseFromString(withInertSheets(html), "text/html");
}
