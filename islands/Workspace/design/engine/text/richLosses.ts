import { Editor } from "@tiptap/core";
import { inertStyle, withInertStyles } from "../canvas/withInertStyles.ts";
import { lastBreaks, withoutTagElements, withTagElements } from "../settings/mergeTags.ts";
import { richExtensions } from "./richExtensions.ts";

/** Whether editing this text in place would lose something: a table, a picture, an old font tag. */
export function wouldLose(html: string): boolean {
  const editor = new Editor({
    element: null,
    injectCSS: false,
    extensions: richExtensions,
    content: withTagElements(html),
  });
  const after = tally(withoutTagElements(editor.getHTML()));
  editor.destroy();
  return [...tally(html)].some(([what, count]) => (after.get(what) ?? 0) < count);
}

const synonyms: Record<string, string> = { b: "strong", i: "em", del: "s", strike: "s", div: "p" };

/** What an attribute says that a reader sees. */
const told = ["href", "align", "dir"];

/** How often each element, style and such attribute occurs. Bare spans do not count. */
function tally(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const { body } = new DOMParser().parseFromString(withInertStyles(html), "text/html");
  // The break that ends a line is none that shows; its editor has it not.
  for (const end of lastBreaks(body)) end.remove();
  for (const element of body.querySelectorAll("*")) {
    const name = synonyms[element.localName] ?? element.localName;
    if (name !== "span") add(name);
    const style = element.getAttribute(inertStyle);
    for (const declaration of style?.split(";") ?? []) {
      const tidy = declaration.replaceAll(/\s+/g, "").toLowerCase();
      if (tidy !== "") add(tidy);
    }
    for (const attribute of told) {
      const value = element.getAttribute(attribute);
      if (value !== null) add(`${attribute} ${value}`);
    }
  }
  return counts;
}
