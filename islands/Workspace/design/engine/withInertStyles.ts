/**
 * HTML whose styles wait under another name. Our policy refuses styles that stand in HTML, even in a document that
 * is only being read, and reports each; set through the CSSOM later, they are ours.
 */
export function withInertStyles(html: string): string {
  return html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\sstyle\s*=/gi, ` ${inertStyle}=`));
}

export const inertStyle = "data-style";
