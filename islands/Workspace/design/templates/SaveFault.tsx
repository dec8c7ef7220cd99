import { useState } from "react";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { later } from "../../../_parts/later.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { SkeletonRows } from "../../../_parts/SkeletonRows.tsx";
import type { DraftView } from "../useDraft.ts";
import { useElsewhere } from "./useElsewhere.ts";

const CompareVersions = later(() => import("./CompareVersions.tsx"), {
  meanwhile: <SkeletonRows rows={6} />,
});

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
    <div className="actions">
      <Button onClick={() => setComparing(true)}>{texts.conflict.compare}</Button>
      {choices}
    </div>
  );
  if (elsewhere === "gone")
    return (
      <Notice status="uncertain">
        <p>{texts.conflict.gone}</p>
        <div className="actions">
          <Button onClick={onSaveAs}>{texts.save.as}</Button>
        </div>
      </Notice>
    );
  if (message === "" && elsewhere === null && !comparing) return null;
  return (
    <>
      {message !== "" ? (
        <Notice status="failed">
          <p>{message}</p>
          {view.clash ? decisions : null}
          {view.forbidden ? (
            <div className="actions">
              <Button onClick={onSaveAs}>{texts.conflict.asCopy}</Button>
            </div>
          ) : null}
        </Notice>
      ) : elsewhere === "newer" ? (
        <Notice status="uncertain">
          <p>{texts.conflict.newer}</p>
          {view.unsaved ? (
            decisions
          ) : (
            <div className="actions">
              <Button
                aria-disabled={view.openById.running}
                onClick={() => template !== null && view.openById.run(template._id)}
              >
                {texts.conflict.openNewer}
              </Button>
            </div>
          )}
        </Notice>
      ) : null}
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
