import { useState } from "react";
import { limits } from "../../../contract/limits.ts";
import { Button } from "../../_parts/Button.tsx";
import { Dialog } from "../../_parts/Dialog.tsx";
import { Field } from "../../_parts/Field.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { TextAreaField } from "../../_parts/TextAreaField.tsx";
import { SaveAs } from "./SaveAs.tsx";
import { TemplatePreview } from "./TemplatePreview.tsx";
import type { Draft, DraftView } from "./useDraft.ts";

/** A template as its name and its HTML, with what it will look like beside them. */
export function TemplateEditor({ view, draft }: { view: DraftView; draft: Draft }) {
  const [naming, setNaming] = useState(false);
  const isNew = draft.template === null;
  return (
    <div className="template-editor">
      <div className="template-bar">
        <Field
          label="Template name"
          autoComplete="off"
          maxLength={limits.text.templateNameMax}
          value={draft.name}
          onChange={(event) => view.change({ name: event.target.value })}
        />
        <div className="actions">
          <span className="muted" role="status">
            {view.unsaved ? "Not saved" : "Saved"}
          </span>
          <Button
            disabled={isNew || !view.unsaved || view.save.running}
            variant={isNew ? undefined : "primary"}
            onClick={() => view.save.run()}
          >
            Save Changes
          </Button>
          <Button variant={isNew ? "primary" : undefined} onClick={() => setNaming(true)}>
            Save As
          </Button>
        </div>
      </div>
      <SaveFault view={view} />
      <div className="template-panes">
        <TextAreaField
          label="HTML"
          className="code"
          spellCheck={false}
          value={draft.html}
          hint="{{firstName}}, {{lastName}}, {{email}}, {{phone}} and {{unsubscribeUrl}} are filled in for each lead; {{firstName|there}} has a word for when it is missing."
          onChange={(event) => view.change({ html: event.target.value })}
        />
        <TemplatePreview html={draft.html} />
      </div>
      <Dialog open={naming} title="Save As" onClose={() => setNaming(false)}>
        <SaveAs view={view} name={draft.name} onDone={() => setNaming(false)} />
      </Dialog>
    </div>
  );
}

/** Why a save was refused. After a clash the person decides whose version stays. */
function SaveFault({ view }: { view: DraftView }) {
  const { message } = view.save;
  if (message === "") return null;
  return (
    <Notice status="failed">
      <p>{message}</p>
      {view.clash ? (
        <Button variant="danger" disabled={view.save.running} onClick={() => view.save.run(true)}>
          Save mine over it
        </Button>
      ) : null}
    </Notice>
  );
}
