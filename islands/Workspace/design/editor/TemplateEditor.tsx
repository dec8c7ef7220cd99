import { type ReactNode, useState } from "react";
import { textLimits } from "../../../../contract/limits/text.ts";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { knownSchemaVersion } from "../../../../mail/design/design.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { isApple } from "../../shell/isApple.ts";
import type { RoomBar } from "../preview/MailModes.tsx";
import { MovedFields } from "../templates/MovedFields.tsx";
import { SaveFault } from "../templates/SaveFault.tsx";
import { TemplateNameForm } from "../templates/TemplateNameForm.tsx";
import type { Draft, DraftView } from "../useDraft.ts";
import { DesignEditor } from "./DesignEditor.tsx";
import { HtmlEditor } from "./HtmlEditor.tsx";
import { useRoom } from "./useRoom.ts";

/** The template that is being edited: its name, its save buttons, and the matching editor. */
export function TemplateEditor({ view, draft, lead }: { view: DraftView; draft: Draft; lead: ReactNode }) {
  const texts = useTexts(templateTexts);
  const [naming, setNaming] = useState(false);
  const isNewer = isFromNewerEditor(draft.design);
  const isNew = draft.template === null || isNewer;
  const askName = () => setNaming(true);
  const room = useRoom(() => {
    if (isNew) askName();
    else if (view.unsaved && !view.save.running) view.save.run();
  });
  const bar: RoomBar = {
    lead: (
      <>
        {lead}
        <input
          className="input room-name"
          aria-label={texts.name.template}
          autoComplete="off"
          maxLength={textLimits.templateNameMax}
          value={draft.name}
          onChange={(event) => view.change({ name: event.target.value })}
        />
      </>
    ),
    end: (
      <div className="room-save">
        <span className="muted" role="status">
          {view.unsaved || draft.template === null ? texts.save.not : texts.save.done}
        </span>
        <Button variant={isNew ? "primary" : "quiet"} onClick={askName}>
          {texts.save.as}
        </Button>
        <Button
          disabled={isNew}
          aria-disabled={!view.unsaved || view.save.running}
          variant={isNew ? undefined : "primary"}
          title={texts.save.key(isApple())}
          onClick={() => view.save.run()}
        >
          {texts.save.changes}
        </Button>
      </div>
    ),
    below: (
      <>
        {isNewer ? <Notice status="uncertain">{texts.save.newerEditor}</Notice> : null}
        <MovedFields view={view} draft={draft} />
        <SaveFault view={view} onSaveAs={askName} />
      </>
    ),
  };
  return (
    <div ref={room} className="room template-editor">
      {draft.design === null ? (
        <HtmlEditor view={view} draft={draft} bar={bar} />
      ) : (
        <DesignEditor key={draft.session} view={view} draft={draft} bar={bar} />
      )}
      <Dialog open={naming} title={texts.save.as} onClose={() => setNaming(false)}>
        <TemplateNameForm
          name={draft.name}
          word={texts.save.as}
          onName={async (name) => {
            await view.saveAs(name);
            setNaming(false);
          }}
          onCancel={() => setNaming(false)}
        />
      </Dialog>
    </div>
  );
}

function isFromNewerEditor(design: unknown): boolean {
  if (typeof design !== "object" || design === null || !("schemaVersion" in design)) return false;
  return Number(design.schemaVersion) > knownSchemaVersion;
}
