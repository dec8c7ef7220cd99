import { useState } from "react";
import { textLimits } from "../../../../contract/limits/text.ts";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { knownSchemaVersion } from "../../../../mail/design/design.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { SaveFault } from "../templates/SaveFault.tsx";
import { TemplateNameForm } from "../templates/TemplateNameForm.tsx";
import type { Draft, DraftView } from "../useDraft.ts";
import { DesignEditor } from "./DesignEditor.tsx";
import { HtmlEditor } from "./HtmlEditor.tsx";

/** A template on the table: its name, how it is saved, and the editor that suits it. */
export function TemplateEditor({ view, draft }: { view: DraftView; draft: Draft }) {
  const texts = useTexts(templateTexts);
  const [naming, setNaming] = useState(false);
  const isNewer = isFromNewerEditor(draft.design);
  const isNew = draft.template === null || isNewer;
  return (
    <div className="template-editor">
      <div className="template-bar">
        <Field
          label={texts.name.template}
          autoComplete="off"
          maxLength={textLimits.templateNameMax}
          value={draft.name}
          onChange={(event) => view.change({ name: event.target.value })}
        />
        <div className="actions">
          <span className="muted" role="status">
            {view.unsaved ? texts.save.not : texts.save.done}
          </span>
          <Button
            disabled={isNew || !view.unsaved || view.save.running}
            variant={isNew ? undefined : "primary"}
            onClick={() => view.save.run()}
          >
            {texts.save.changes}
          </Button>
          <Button variant={isNew ? "primary" : undefined} onClick={() => setNaming(true)}>
            {texts.save.as}
          </Button>
        </div>
      </div>
      {isNewer ? <Notice status="uncertain">{texts.save.newerEditor}</Notice> : null}
      <SaveFault view={view} onSaveAs={() => setNaming(true)} />
      {draft.design === null ? (
        <HtmlEditor view={view} draft={draft} />
      ) : (
        <DesignEditor key={draft.session} view={view} draft={draft} />
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
