import { useRef, useState } from "react";
import { textLimits } from "../../../../contract/limits/text.ts";
import { knownSchemaVersion } from "../../../../mail/design/design.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import type { EditorPort } from "../engine/EditorPort.ts";
import { MailModes } from "../preview/MailModes.tsx";
import { SaveFault } from "../templates/SaveFault.tsx";
import type { Draft, DraftView } from "../useDraft.ts";
import { EditorFrame } from "./EditorFrame.tsx";
import { HtmlEditor } from "./HtmlEditor.tsx";

/** A template on the table: its name, how it is saved, and the editor that suits it. */
export function TemplateEditor({ view, draft }: { view: DraftView; draft: Draft }) {
  const [naming, setNaming] = useState(false);
  const isNewer = isFromNewerEditor(draft.design);
  const isNew = draft.template === null || isNewer;
  return (
    <div className="template-editor">
      <div className="template-bar">
        <Field
          label="Template name"
          autoComplete="off"
          maxLength={textLimits.templateNameMax}
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
      {isNewer ? (
        <Notice status="uncertain">
          This design comes from a newer editor. Save it as a copy with Save As, so that nothing of the
          original is lost.
        </Notice>
      ) : null}
      <SaveFault view={view} onSaveAs={() => setNaming(true)} />
      {draft.design === null ? (
        <HtmlEditor view={view} draft={draft} />
      ) : (
        <DesignEditor key={draft.session} view={view} draft={draft} />
      )}
      <Dialog open={naming} title="Save As" onClose={() => setNaming(false)}>
        <SaveAs view={view} name={draft.name} onDone={() => setNaming(false)} />
      </Dialog>
    </div>
  );
}

function isFromNewerEditor(design: unknown): boolean {
  if (typeof design !== "object" || design === null || !("schemaVersion" in design)) return false;
  return Number(design.schemaVersion) > knownSchemaVersion;
}

/** A design in its editor, and the mail that comes of it. */
function DesignEditor({ view, draft }: { view: DraftView; draft: Draft }) {
  const port = useRef<EditorPort | null>(null);
  return (
    <MailModes view={view} draft={draft} findBlock={() => port.current?.select?.bind(port.current)}>
      {() => (
        <EditorFrame
          design={draft.design}
          onPort={(opened) => {
            port.current = opened;
            view.setPort(opened);
          }}
          onDirty={(design) => view.change({ design })}
        />
      )}
    </MailModes>
  );
}

/** Asks for the new template's name and saves it. */
function SaveAs({ view, name, onDone }: { view: DraftView; name: string; onDone: () => void }) {
  const naming = useServerForm({
    defaultValues: { name },
    faults: (typed) =>
      typed.name.trim() === "" ? [{ field: "name", message: "Please enter a template name" }] : [],
    async send(typed) {
      await view.saveAs(typed.name);
      onDone();
    },
    refusedAt: "name",
  });
  return (
    <Form of={naming} word="Save As" onCancel={onDone}>
      <Field
        label="Name"
        required
        autoComplete="off"
        maxLength={textLimits.templateNameMax}
        {...naming.field("name")}
      />
    </Form>
  );
}
