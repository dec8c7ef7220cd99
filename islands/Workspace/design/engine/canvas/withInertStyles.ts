/**
 * HTML whose styles wait under another name. Our policy refuses styles that stand in HTML, even in a document that
 * is only being read, and reports each; set through the CSSOM later, they are ours. It refuses handlers in the same
 * way, and those are wanted by nobody.
 */
export function withInertStyles(html: string): string {
  return html.replaceAll(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replaceAll(/\sstyle\s*=/gi, ` ${inertStyle}=`).replaceAll(/\son([a-z]+)\s*=/gi, " data-handler-$1="),
  );
}

export const inertStyle = "data-style";
