import { Fragment, type Node } from "@tiptap/pm/model";

/**
 * A text whose spaces are all seen in a mail, as they are while it is written: of several in a row a mail shows one, and
 * of those that begin a line none. The last of a row stays one at which the line may end.
 */
export function withKeptSpaces(text: Node): Node {
  if (!text.isTextblock) return text.copy(Fragment.from(text.children.map(withKeptSpaces)));
  const letters = text.textBetween(0, text.content.size, "", ({ type }) =>
    type.name === "hardBreak" ? "\n" : "\ufffc",
  );
  const kept = letters.replaceAll(/^ | (?= )|(?<=\n) /g, "\u00a0");
  if (kept === letters) return text;
  let at = 0;
  const parts = text.children.map((part) => {
    const start = at;
    at += part.nodeSize;
    return part.isText ? part.type.schema.text(kept.slice(start, at), part.marks) : part;
  });
  return text.copy(Fragment.from(parts));
}
