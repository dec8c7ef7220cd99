import { createDocument, type Editor, getHTMLFromFragment } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { TextSelection, type Transaction } from "@tiptap/pm/state";
import { ReplaceStep } from "@tiptap/pm/transform";
import { withoutTagElements, withTagElements } from "../settings/mergeTags.ts";
import { withKeptSpaces } from "../text/keptSpaces.ts";

/**
 * Puts an earlier or later state of a text into the editor that is editing it. Only the difference is replaced, and the
 * cursor goes after it; if only formatting differs, the selection stays.
 */
export function showText(editor: Editor, html: string): void {
  const { state, view } = editor;
  const next = documentOf(editor, html);
  const shown = withKeptSpaces(state.doc);
  const range = changedRange(shown, next);
  if (range === null) return;
  const change = state.tr.replace(range.start, range.before, next.slice(range.start, range.after));
  // If the result would differ, the whole text is replaced.
  const fits = withKeptSpaces(change.doc).eq(next);
  const transaction = fits ? change : state.tr.replaceWith(0, state.doc.content.size, next.content);
  const isFormatting = shown.textContent === next.textContent && shown.nodeSize === next.nodeSize;
  const { anchor, head } = state.selection;
  transaction.setSelection(
    isFormatting
      ? TextSelection.between(transaction.doc.resolve(anchor), transaction.doc.resolve(head))
      : cursorAt(transaction.doc, range.after),
  );
  view.dispatch(transaction.setMeta("preventUpdate", true).scrollIntoView());
}

/** Puts the cursor where a text differs from its former state. */
export function goToChange(editor: Editor, before: string): void {
  const { doc, tr } = editor.state;
  const range = changedRange(documentOf(editor, before), withKeptSpaces(doc));
  if (range !== null) editor.view.dispatch(tr.setSelection(cursorAt(doc, range.after)).scrollIntoView());
}

/**
 * Whether a change only types or deletes letters. Such changes are undone together; a new line, a paste, a list or other
 * formatting are undone one by one.
 */
export function isTyping(transaction: Transaction): boolean {
  if (["paste", "cut", "drop"].includes(String(transaction.getMeta("uiEvent")))) return false;
  return transaction.steps.every((step, at) => {
    const before = transaction.docs[at];
    if (!(step instanceof ReplaceStep) || before === undefined) return false;
    const { slice, from, to } = step;
    let isText = slice.openStart === 0 && slice.openEnd === 0;
    slice.content.forEach((node) => {
      isText &&= node.isText;
    });
    return isText && before.resolve(from).sameParent(before.resolve(to));
  });
}

function documentOf({ schema }: Editor, html: string): Node {
  const content = withTagElements(html);
  const exact = createDocument(content, schema, { preserveWhitespace: true });
  // In text written here the last space counts. In HTML from elsewhere, line breaks and indents are no part of the text.
  const isOurs = withoutTagElements(getHTMLFromFragment(exact.content, schema)) === html;
  return isOurs ? exact : createDocument(content, schema);
}

function changedRange(before: Node, after: Node): { start: number; before: number; after: number } | null {
  const start = before.content.findDiffStart(after.content);
  const end = before.content.findDiffEnd(after.content);
  if (start === null || end === null) return null;
  // Both directions may count a letter twice, as between "aa" and "aaa".
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  return { start, before: end.a + overlap, after: end.b + overlap };
}

function cursorAt(document: Node, place: number): TextSelection {
  const near = TextSelection.near(document.resolve(Math.min(place, document.content.size)), -1);
  return near instanceof TextSelection ? near : TextSelection.create(document, near.from);
}
