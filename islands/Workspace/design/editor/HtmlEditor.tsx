import { useRef } from "react";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { designOfHtml } from "../../../../mail/design/palette.ts";
import { useMedia } from "../../../_data/useMedia.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { TextAreaField } from "../../../_parts/fields/TextAreaField.tsx";
import type { SourcePlace } from "../checks/placeInSource.ts";
import { MailModes, type RoomBar } from "../preview/MailModes.tsx";
import { TemplatePreview } from "../preview/TemplatePreview.tsx";
import type { EditedMail, EditingView } from "../useDraft.ts";

/** The editor of a template that is HTML only, with a preview beside it if there is room. */
export function HtmlEditor({ view, draft, bar }: { view: EditingView; draft: EditedMail; bar: RoomBar }) {
  const texts = useTexts(templateTexts);
  const narrow = useMedia("(width < 68.75rem)");
  const source = useRef<HTMLTextAreaElement>(null);
  const showPlace = ({ start, end }: SourcePlace) => {
    // Chromium scrolls to the selection that a field has when it takes the focus.
    source.current?.setSelectionRange(start, end);
    source.current?.focus();
  };
  return (
    <MailModes view={view} draft={draft} bar={bar} showPlace={showPlace}>
      {(isLooking) => (
        <div className="room-source">
          <div className="template-panes">
            <TextAreaField
              ref={source}
              label={texts.html.label}
              className="code"
              spellCheck={false}
              autoCapitalize="off"
              autoCorrect="off"
              value={draft.html}
              hint={texts.html.hint}
              onChange={(event) => view.change({ html: event.target.value })}
            />
            {narrow || isLooking ? null : <TemplatePreview html={draft.html} />}
          </div>
          <div className="actions">
            <Button onClick={() => view.change({ design: designOfHtml(draft.html) })}>
              {texts.html.withBlocks}
            </Button>
          </div>
        </div>
      )}
    </MailModes>
  );
}
