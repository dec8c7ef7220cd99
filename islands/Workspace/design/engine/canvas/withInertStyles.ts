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
