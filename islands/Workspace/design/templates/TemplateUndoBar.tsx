import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { UndoBar } from "../../../_parts/UndoBar.tsx";
import type { TemplateActions } from "./useTemplateActions.ts";

/** Says which template was deleted, with a button that restores it. */
export function TemplateUndoBar({ actions }: { actions: TemplateActions }) {
  const texts = useTexts(templateTexts);
  const { deletion, undo, dismiss } = actions;
  const said = deletion === null ? null : { key: deletion.id, said: texts.deletion.said(deletion.name) };
  return <UndoBar label={texts.deletion.bar} deletion={said} undo={undo} onDismiss={dismiss} />;
}
