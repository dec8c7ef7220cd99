import { useState } from "react";
import { shownTags } from "../../../../contract/foreignTags/shownTags.ts";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import type { Draft, DraftView, Moved } from "../useDraft.ts";

/** Says what became of the fields of another product in an imported file, with the way back. Gone once it is saved. */
export function MovedFields({ view, draft }: { view: DraftView; draft: Draft }) {
  const texts = useTexts(templateTexts);
  const [put, putAway] = useState<Moved | null>(null);
  const { moved, template } = draft;
  if (moved === null || template !== null || moved === put) return null;
  const { converted, products, left } = moved.conversion;
  return (
    <Notice status={left.length === 0 ? "sent" : "uncertain"}>
      <p>{texts.moved.text({ converted, products, left: shownTags(left) })}</p>
      <div className="actions">
        {converted === 0 ? null : (
          <Button onClick={() => view.bring(moved.name, moved.content)}>{texts.moved.undo}</Button>
        )}
        <Button onClick={() => putAway(moved)}>{texts.dismiss}</Button>
      </div>
    </Notice>
  );
}
