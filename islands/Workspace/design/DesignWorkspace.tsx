import { useEffect, useState } from "react";
import type { TemplateSummary } from "../../../contract/schemas/template.ts";
import { templateTexts } from "../../../contract/texts/workspace/design/templates.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { Dialog } from "../../_parts/Dialog.tsx";
import { Icon } from "../../_parts/Icon.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { useCommand } from "../shell/commands.ts";
import { PanelLoading } from "../shell/PanelLoading.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { TemplateEditor } from "./editor/TemplateEditor.tsx";
import { useStableFunctions } from "./engine/useStableFunctions.ts";
import { NewTemplateButtons } from "./NewTemplateButtons.tsx";
import { RecoverDraft } from "./RecoverDraft.tsx";
import ChooseStarter from "./templates/ChooseStarter.tsx";
import { MoveTemplate } from "./templates/folders/MoveTemplate.tsx";
import { RenameTemplate } from "./templates/RenameTemplate.tsx";
import { starterDesign } from "./templates/starterDesign.ts";
import TemplateHistory from "./templates/TemplateHistory.tsx";
import type { TemplateActions } from "./templates/TemplateItem.tsx";
import { TemplateList } from "./templates/TemplateList.tsx";
import { TemplateUndoBar } from "./templates/TemplateUndoBar.tsx";
import { useTemplateActions } from "./templates/useTemplateActions.ts";
import { type DraftView, useDraft } from "./useDraft.ts";
import { useFocusBetween } from "./useFocusBetween.ts";
import { useTemplateAddress } from "./useTemplateAddress.ts";

type OpenDialog =
  | null
  | { kind: "starters" }
  | { kind: "leave"; go: () => void }
  | { kind: "rename"; template: TemplateSummary }
  | { kind: "move"; template: TemplateSummary }
  | { kind: "history"; template: TemplateSummary };

const sizes = {
  starters: "wide",
  leave: undefined,
  rename: undefined,
  move: undefined,
  history: "widest",
} as const;

/** The Design tab: all templates, or the one that is being edited, which has all of the space. */
export default function DesignWorkspace() {
  const texts = useTexts(templateTexts);
  const view = useDraft();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const actions = useTemplateActions(view);
  const { unsaved } = view;
  useLeaveGuard(unsaved);

  const leaveFor = (go: () => void) => (unsaved ? setDialog({ kind: "leave", go }) : go());
  const beginNew = () => leaveFor(() => view.begin(texts.begin.new, { html: "", design: starterDesign() }));
  const isComing = useTemplateAddress(view, leaveFor);
  const showStarters = () => setDialog({ kind: "starters" });
  const closeDialog = () => setDialog(null);

  // This renders at every keystroke in a mail; the lists are memoised so that they do not.
  const templateActions = useStableFunctions<TemplateActions>({
    onOpen: ({ _id }) => leaveFor(() => view.openById.run(_id)),
    onDelete: actions.remove.run,
    onRename: (template) => setDialog({ kind: "rename", template }),
    onMove: (template) => setDialog({ kind: "move", template }),
    onDuplicate: actions.duplicate.run,
    onHistory: (template) => setDialog({ kind: "history", template }),
    onPublish: actions.publish.run,
  });
  useCommand("openTemplate", (id) => leaveFor(() => view.openById.run(id)));

  const isWriting = view.draft !== null;
  const session = view.draft?.session;
  const [listed, setListed] = useState(false);
  const faults = failed([view.openById, actions.remove, actions.duplicate, actions.publish]);
  useFocusBetween(view.draft, listed, `${dialog?.kind} ${faults.length}`);
  useEffect(() => {
    // A template that was opened from the list replaces it.
    if (session !== undefined) setListed(false);
  }, [session]);
  const begin = (
    <NewTemplateButtons
      isFirst={!isWriting}
      onStarters={showStarters}
      onNew={beginNew}
      onRead={(...read) => leaveFor(() => view.bring(...read))}
    />
  );

  return (
    <>
      {isWriting || isComing ? (
        <h2 className="visually-hidden">{texts.title}</h2>
      ) : (
        <header className="panel-head">
          <h2>{texts.title}</h2>
          {begin}
        </header>
      )}
      <RecoverDraft view={view} />
      <ActionFaults faults={faults} />
      <TemplateUndoBar actions={actions} />
      {isComing ? <PanelLoading /> : null}
      <div className="design" data-writing={isWriting}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc closes it from anything in it. */}
        <div
          className="template-drawer"
          hidden={isComing || (isWriting && !listed)}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || !isWriting || isOwn(event.target)) return;
            setListed(false);
            document.querySelector<HTMLElement>(".room-list")?.focus();
          }}
        >
          {isWriting ? begin : null}
          <TemplateList openId={view.draft?.template?._id} actions={templateActions} />
        </div>
        {view.draft === null ? null : (
          <TemplateEditor
            view={view}
            draft={view.draft}
            lead={
              <RoomLead
                listed={listed}
                onList={() => setListed(!listed)}
                onBack={() => leaveFor(view.close)}
              />
            }
          />
        )}
      </div>
      <DesignDialog dialog={dialog} view={view} onClose={closeDialog} leaveFor={leaveFor} />
    </>
  );
}

/** Elements with their own meaning of Esc: it closes an open menu, and clears a search. */
function isOwn(target: EventTarget): boolean {
  return target instanceof Element && target.closest("[popover], input, select") !== null;
}

/** The ways from a mail to other templates: back to all of them, or opening the list beside it. */
function RoomLead({ listed, onList, onBack }: { listed: boolean; onList: () => void; onBack: () => void }) {
  const texts = useTexts(templateTexts);
  const word = listed ? texts.list.hide : texts.list.show;
  return (
    <>
      <Button variant="quiet" shape="icon" className="room-back" title={texts.room.back} onClick={onBack}>
        <Icon size={16} path="M15 5l-7 7 7 7" />
      </Button>
      <Button
        variant="quiet"
        shape="icon"
        className="room-list"
        title={word}
        aria-expanded={listed}
        onClick={onList}
      >
        <Icon size={16} path="M4 6h16M4 12h16M4 18h10" />
      </Button>
    </>
  );
}

/** The dialogs of the panel. */
function DesignDialog({
  dialog,
  view,
  onClose,
  leaveFor,
}: {
  dialog: OpenDialog;
  view: DraftView;
  onClose: () => void;
  leaveFor: (go: () => void) => void;
}) {
  const texts = useTexts(templateTexts);
  const { announce } = useWorkspace();
  return (
    <Dialog
      open={dialog !== null}
      title={dialog === null ? "" : texts.dialogs[dialog.kind]}
      size={dialog === null ? undefined : sizes[dialog.kind]}
      onClose={onClose}
    >
      {dialog?.kind === "starters" ? (
        <ChooseStarter
          onChoose={(name, content) => {
            onClose();
            leaveFor(() => view.begin(name, content));
          }}
        />
      ) : null}
      {dialog?.kind === "leave" ? <LeaveDraft onStay={onClose} onLeave={dialog.go} /> : null}
      {dialog?.kind === "rename" ? (
        <RenameTemplate
          template={dialog.template}
          onDone={(renamed) => {
            onClose();
            if (renamed === null) return;
            view.adopt(renamed);
          }}
        />
      ) : null}
      {dialog?.kind === "move" ? <MoveTemplate template={dialog.template} onDone={onClose} /> : null}
      {dialog?.kind === "history" ? (
        <TemplateHistory
          template={dialog.template}
          onRestored={(restored) => {
            onClose();
            announce("sent", texts.restored(restored.name));
            // Unsaved changes are not discarded for it: saving them will report the conflict.
            if (view.draft?.template?._id === restored._id && !view.unsaved) view.open(restored);
          }}
        />
      ) : null}
    </Dialog>
  );
}

type Fault = { message: string; clear: () => void };

const failed = (actions: readonly Fault[]) => actions.filter(({ message }) => message !== "");

/** The message of a refused action, until the action succeeds or the message is dismissed. */
function ActionFaults({ faults }: { faults: readonly Fault[] }) {
  const texts = useTexts(templateTexts);
  return faults.map(({ message, clear }) => (
    <div key={message} ref={showIt}>
      <Notice status="failed">
        <p>{message}</p>
        <div className="actions">
          <Button onClick={clear}>{texts.dismiss}</Button>
        </div>
      </Notice>
    </div>
  ));
}

/** It stands above the lists, and what was pressed may be far down in them. */
function showIt(fault: HTMLElement | null): void {
  fault?.scrollIntoView?.({ block: "nearest" });
}

/** Makes the browser ask before the page is closed with unsaved changes. */
function useLeaveGuard(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);
}

/** Asked before unsaved changes would be lost. */
function LeaveDraft({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const texts = useTexts(templateTexts);
  return (
    <>
      <p>{texts.leave.unsaved}</p>
      <div className="actions">
        <Button onClick={onStay}>{texts.leave.keep}</Button>
        <Button
          variant="danger"
          onClick={() => {
            onStay();
            onLeave();
          }}
        >
          {texts.leave.discard}
        </Button>
      </div>
    </>
  );
}
