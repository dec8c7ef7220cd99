import { lazy, Suspense, useState } from "react";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { SkeletonRows } from "../../../_parts/SkeletonRows.tsx";
import type { DraftView } from "../useDraft.ts";

const CompareVersions = lazy(() => import("./CompareVersions.tsx"));

/**
 * Why a save was refused. After a clash the person looks at both and decides whose stays, or keeps both; whoever may
 * not change a public template is offered a copy of their own.
 */
export function SaveFault({ view, onSaveAs }: { view: DraftView; onSaveAs: () => void }) {
  const [comparing, setComparing] = useState(false);
  const { message, running } = view.save;
  const template = view.draft?.template ?? null;
  const close = () => setComparing(false);
  const choices = (
    <>
      <Button
        disabled={running}
        onClick={() => {
          close();
          onSaveAs();
        }}
      >
        Keep both
      </Button>
      <Button
        variant="danger"
        disabled={running}
        onClick={() => {
          close();
          view.save.run(true);
        }}
      >
        Save mine over it
      </Button>
    </>
  );
  if (message === "" && !comparing) return null;
  return (
    <>
      <Notice status="failed">
        <p>{message}</p>
        {view.clash ? (
          <div className="actions">
            <Button onClick={() => setComparing(true)}>Compare</Button>
            {choices}
          </div>
        ) : null}
        {view.forbidden ? (
          <div className="actions">
            <Button variant="primary" onClick={onSaveAs}>
              Save As a copy
            </Button>
          </div>
        ) : null}
      </Notice>
      <Dialog open={comparing && template !== null} title="Two versions" size="widest" onClose={close}>
        <Suspense fallback={<SkeletonRows rows={6} />}>
          {template === null ? null : <CompareVersions view={view} templateId={template._id} />}
        </Suspense>
        <p className="muted">
          With “Keep both” yours becomes a template of its own. With “Save mine over it” the other one stays
          in the template's history.
        </p>
        <div className="actions">{choices}</div>
      </Dialog>
    </>
  );
}
