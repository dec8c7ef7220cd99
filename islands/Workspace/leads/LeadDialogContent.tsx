import { type RefObject, useEffect } from "react";
import { exactTexts } from "../../../contract/texts/exact.ts";
import { leadFormTexts } from "../../../contract/texts/workspace/leadForms.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { SendForm } from "../send/SendForm.tsx";
import type { Unsent } from "../send/storedSend.ts";
import { TestForm } from "../send/TestForm.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { DeleteLeads } from "./actions/DeleteLeads.tsx";
import { SetConsent } from "./actions/SetConsent.tsx";
import { choiceOf } from "./actions/useLeadActions.ts";
import { AddToCollection } from "./collections/AddToCollection.tsx";
import { CollectionForm } from "./collections/CollectionForm.tsx";
import { DeleteCollection } from "./collections/DeleteCollection.tsx";
import { MergeCollection } from "./collections/MergeCollection.tsx";
import { CustomFields } from "./fields/CustomFields.tsx";
import { ImportLeads } from "./import/ImportLeads.tsx";
import { LeadForm } from "./LeadForm.tsx";
import type { LeadDialogProps, OpenDialog } from "./openDialog.ts";

type Props = LeadDialogProps & {
  dialog: NonNullable<OpenDialog>;
  /** The contents of a send dialog that was closed by Esc or the close button, to continue with. */
  unsent: RefObject<Unsent>;
};

/** The content of the dialog. Loaded after the workspace, since no form is needed in the first second. */
export default function LeadDialogContent(props: Props) {
  useEffect(() => {
    // The dialog tried to focus its first field before this was loaded.
    document
      .querySelector<HTMLElement>(".dialog[open] .dialog-body :is(input, select, textarea):enabled")
      ?.focus();
  }, []);
  return contentOf(props, useWorkspace());
}

function contentOf(
  { dialog, unsent, picked, actions, imports, onClose }: Props,
  { leads }: ReturnType<typeof useWorkspace>,
) {
  switch (dialog.kind) {
    case "add":
      return <LeadForm onDone={onClose} />;
    case "edit":
      return <LeadForm lead={dialog.lead} onDone={onClose} />;
    case "delete":
      return <DeleteLeads picked={picked} actions={actions} onDone={onClose} />;
    case "addTo":
      return <AddToCollection which={choiceOf(picked.selection, leads)} actions={actions} onDone={onClose} />;
    case "consent":
      return <SetConsent which={choiceOf(picked.selection, leads)} actions={actions} onDone={onClose} />;
    case "fields":
      return <CustomFields onDone={onClose} />;
    case "import":
      return <ImportLeads imports={imports} openedOn={dialog.job} onDone={onClose} />;
    case "send":
      return (
        <SendForm
          selection={dialog.kept?.selection ?? picked.selection}
          suggested={dialog.suggested}
          kept={dialog.kept?.fields}
          unsent={unsent}
          onCancel={onClose}
          onSent={() => {
            picked.clear();
            onClose();
          }}
        />
      );
    case "test":
      return <TestForm selection={picked.selection} unsent={unsent} onDone={onClose} />;
    case "collection":
      return <CollectionForm onDone={onClose} />;
    case "rename":
      return <CollectionForm collection={dialog.collection} onDone={onClose} />;
    case "merge":
      return <MergeCollection collection={dialog.collection} onDone={onClose} />;
    case "deleteCollection":
      return <DeleteCollection collection={dialog.collection} onDone={onClose} />;
    case "noCredentials":
      return <NoCredentials onDone={onClose} />;
  }
}

/** Shown instead of a form that could not be submitted. */
function NoCredentials({ onDone }: { onDone: () => void }) {
  const texts = useTexts(leadFormTexts);
  const { showTab } = useWorkspace();
  return (
    <>
      <p>{useTexts(exactTexts).noCredentials}</p>
      <div className="actions">
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button
          variant="primary"
          onClick={() => {
            onDone();
            showTab("accounts");
          }}
        >
          {texts.goToAccounts}
        </Button>
      </div>
    </>
  );
}
