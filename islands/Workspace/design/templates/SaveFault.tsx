import { type ReactNode, useEffect, useState } from "react";
import type { Template } from "../../../../contract/schemas/template.ts";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import type { DraftView } from "../useDraft.ts";
import CompareVersions from "./CompareVersions.tsx";

/**
 * Why a save was refused, or would be, since the template was saved or deleted elsewhere meanwhile. After a clash the
 * person looks at both and decides whose stays, or keeps both; whoever may not change a public template is offered a copy
 * of their own.
 */
export function SaveFault({ view, onSaveAs }: { view: DraftView; onSaveAs: () => void }) {
  const texts = useTexts(templateTexts);
  const [comparing, setComparing] = useState(false);
  const { message, running } = view.save;
  const template = view.draft?.template ?? null;
  const elsewhere = useElsewhere(template);
  const close = () => setComparing(false);
  const choices = (
    <>
      <Button
        aria-disabled={running}
        onClick={() => {
          close();
          onSaveAs();
        }}
      >
        {texts.conflict.keepBoth}
      </Button>
      <Button
        variant="danger"
        aria-disabled={running}
        onClick={() => {
          close();
          view.save.run(true);
        }}
      >
        {texts.conflict.saveMine}
      </Button>
    </>
  );
  const decisions = (
    <>
      <Button onClick={() => setComparing(true)}>{texts.conflict.compare}</Button>
      {choices}
    </>
  );
  const asNewOne = (word: string) => <Button onClick={onSaveAs}>{word}</Button>;
  if (elsewhere === "gone")
    return <Told status="uncertain" words={texts.conflict.gone} actions={asNewOne(texts.save.as)} />;
  if (message === "" && elsewhere === null && !comparing) return null;

  const told = () => {
    if (message !== "") {
      const copy = view.forbidden ? asNewOne(texts.conflict.asCopy) : null;
      return <Told status="failed" words={message} actions={view.clash ? decisions : copy} />;
    }
    if (elsewhere === null || template === null) return null;
    const openNewer = (
      <Button aria-disabled={view.openById.running} onClick={() => view.openById.run(template._id)}>
        {texts.conflict.openNewer}
      </Button>
    );
    const ways = view.unsaved ? decisions : openNewer;
    return <Told status="uncertain" words={texts.conflict.newer} actions={ways} />;
  };
  return (
    <>
      {told()}
      <Dialog
        open={comparing && template !== null}
        title={texts.conflict.title}
        size="widest"
        onClose={close}
      >
        {template === null ? null : <CompareVersions view={view} templateId={template._id} />}
        <p className="muted">{texts.conflict.text}</p>
        <div className="actions">{choices}</div>
      </Dialog>
    </>
  );
}

type ToldProps = { status: "failed" | "uncertain"; words: string; actions: ReactNode };

function Told({ status, words, actions }: ToldProps) {
  return (
    <Notice status={status}>
      <p>{words}</p>
      {actions === null ? null : <div className="actions">{actions}</div>}
    </Notice>
  );
}

/**
 * What a colleague, or another window, did to the open template since it was opened: saved it, or deleted it. The lists
 * of templates follow all changes; a template that is new here is not in them yet, and not gone for that.
 */
function useElsewhere(open: Pick<Template, "_id" | "version"> | null): "newer" | "gone" | null {
  const own = useLoad(queries.templates()).value ?? [];
  const shared = useLoad(queries.publicTemplates()).value ?? [];
  const listed = [...own, ...shared].find(({ _id }) => _id === open?._id);
  const [seenId, setSeenId] = useState<string | null>(null);
  const listedId = listed?._id;
  useEffect(() => {
    if (listedId !== undefined) setSeenId(listedId);
  }, [listedId]);
  if (open === null) return null;
  if (listed === undefined) return seenId === open._id ? "gone" : null;
  return listed.version > open.version ? "newer" : null;
}
