import { lazy, Suspense, useEffect, useState } from "react";
import type { Template } from "../../../contract/schemas/template.ts";
import { Button } from "../../_parts/Button.tsx";
import { Dialog } from "../../_parts/Dialog.tsx";
import { EmptyState } from "../../_parts/EmptyState.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { DeleteTemplate } from "./DeleteTemplate.tsx";
import { ImportTemplate } from "./ImportTemplate.tsx";
import { LeaveDraft } from "./LeaveDraft.tsx";
import { RecoverDraft } from "./RecoverDraft.tsx";
import { starterDesign } from "./starterDesign.ts";
import { TemplateEditor } from "./TemplateEditor.tsx";
import { TemplateList } from "./TemplateList.tsx";
import { useDraft } from "./useDraft.ts";

/** The designs to begin with are loaded when somebody looks for one. */
const ChooseStarter = lazy(() => import("./ChooseStarter.tsx"));

type OpenDialog =
  | null
  | { kind: "starters" }
  | { kind: "leave"; go: () => void }
  | { kind: "delete"; template: Template };

const titles = { starters: "Begin with a starter", leave: "Unsaved changes", delete: "Delete" } as const;

/** The Design tab: the templates at the side, the one on the table beside them. */
export function DesignPanel() {
  const view = useDraft();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const { unsaved } = view;
  useLeavingAsks(unsaved);

  const leaveFor = (go: () => void) => (unsaved ? setDialog({ kind: "leave", go }) : go());
  const beginNew = () => leaveFor(() => view.begin("New template", { html: "", design: starterDesign() }));
  const showStarters = () => setDialog({ kind: "starters" });
  const closeDialog = () => setDialog(null);

  return (
    <>
      <header className="panel-head">
        <h2>Design</h2>
        <div className="panel-tools">
          <Button onClick={showStarters}>Starters</Button>
          <ImportTemplate onRead={(name, content) => leaveFor(() => view.begin(name, content))} />
          <Button variant={view.draft === null ? "primary" : undefined} onClick={beginNew}>
            New template
          </Button>
        </div>
      </header>
      <RecoverDraft view={view} />
      <div className="design">
        <TemplateList
          openId={view.draft?.template?._id}
          onOpen={(template) => leaveFor(() => view.open(template))}
          onDelete={(template) => setDialog({ kind: "delete", template })}
        />
        {view.draft === null ? (
          <EmptyState
            title="Nothing on the table"
            action={<Button onClick={showStarters}>Begin with a starter</Button>}
          >
            Open a template from the list, or begin with a small one that already has a greeting and an
            unsubscribe link.
          </EmptyState>
        ) : (
          <TemplateEditor view={view} draft={view.draft} />
        )}
      </div>
      <Dialog open={dialog !== null} title={dialog === null ? "" : titles[dialog.kind]} onClose={closeDialog}>
        {dialog?.kind === "starters" ? (
          <Suspense fallback={<SkeletonRows rows={5} />}>
            <ChooseStarter
              onChoose={(name, content) => {
                closeDialog();
                leaveFor(() => view.begin(name, content));
              }}
            />
          </Suspense>
        ) : null}
        {dialog?.kind === "leave" ? <LeaveDraft onStay={closeDialog} onLeave={dialog.go} /> : null}
        {dialog?.kind === "delete" ? (
          <DeleteTemplate
            template={dialog.template}
            onDone={(deleted) => {
              if (deleted && view.draft?.template?._id === dialog.template._id) view.close();
              closeDialog();
            }}
          />
        ) : null}
      </Dialog>
    </>
  );
}

/** Closing the page with unsaved work asks first; the browser has the words for it. */
function useLeavingAsks(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);
}
