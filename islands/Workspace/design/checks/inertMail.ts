import { withInertStyles } from "../engine/canvas/withInertStyles.ts";

/**
 * A mail as a document that is only read: it loads and runs nothing. Our policy refuses its styles even there and
 * reports each, so styles wait under `data-style`, and sheets in `noframes`, which holds text alone as `style` does.
 */
export function inertMail(html: string): Document {
  const inert = withInertStyles(html).replaceAll(/<(\/?)style\b[^>]*>/gi, "<$1noframes>");
  return new DOMParser().parseFromString(inert, "text/html");
}
