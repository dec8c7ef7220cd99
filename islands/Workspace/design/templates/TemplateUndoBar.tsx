import { UndoBar } from "../../../_parts/UndoBar.tsx";
import type { TemplateActions } from "./useTemplateActions.ts";

/** Says which template was deleted, and brings it back. */
export function TemplateUndoBar({ actions }: { actions: TemplateActions }) {
  const { deletion, undo, dismiss } = actions;
  const said =
    deletion === null
      ? null
      : { key: deletion.id, said: `“${deletion.name}” is deleted. Campaigns keep their copy.` };
  return <UndoBar label="Deleted template" deletion={said} undo={undo} onDismiss={dismiss} />;
}
