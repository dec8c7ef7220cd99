import type { Editor } from "@tiptap/core";
import { withDeclaration } from "./withDeclaration.ts";

/**
 * Gives what is selected a style, or what is typed next. Where the selection has several styles, each stretch of it keeps
 * its own others: all in one colour are not all of one size.
 */
export function styleSelection(editor: Editor, declaration: { property: string; value: string }): void {
  const chain = editor.chain().focus();
  if (editor.state.selection.empty) {
    const style = withDeclaration(String(editor.getAttributes("styled").style ?? ""), declaration);
    (style === "" ? chain.unsetMark("styled") : chain.setMark("styled", { style })).run();
    return;
  }
  chain
    .command(({ tr: change, state }) => {
      const { styled } = state.schema.marks;
      if (styled === undefined) return false;
      for (const { $from, $to } of state.selection.ranges)
        state.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
          if (!node.isInline) return;
          const [from, to] = [Math.max(at, $from.pos), Math.min(at + node.nodeSize, $to.pos)];
          const before = String(styled.isInSet(node.marks)?.attrs.style ?? "");
          const style = withDeclaration(before, declaration);
          if (style === "") change.removeMark(from, to, styled);
          else change.addMark(from, to, styled.create({ style }));
        });
      return true;
    })
    .run();
}
