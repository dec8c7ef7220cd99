import { lazy, Suspense, useRef, useState } from "react";
import { useAction } from "../../_data/useAction.ts";
import { Button } from "../../_parts/Button.tsx";
import { Dialog } from "../../_parts/Dialog.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { saveText } from "../leads/import/saveText.ts";
import { EditorFrame } from "./EditorFrame.tsx";
import type { EditorPort } from "./engine/EditorPort.ts";
import type { Content, Draft, DraftView } from "./useDraft.ts";

/** What is looked at or done now and then comes when it is. */
const MailView = lazy(() => import("./MailView.tsx"));
const SendTest = lazy(() => import("./SendTest.tsx"));

/** A design in its editor, and the mail that comes of it. Looking at the mail keeps the editor as it is. */
export function DesignEditor({ view, draft }: { view: DraftView; draft: Draft }) {
  const [shown, setShown] = useState<Content | null>(null);
  const [testing, setTesting] = useState(false);
  const port = useRef<EditorPort | null>(null);
  const looking = useAction(async () => setShown(await view.content()));
  const exporting = useAction(async (kind: "html" | "json") => {
    const { html, design } = await view.content();
    const name = draft.name.trim().replaceAll(/[^\p{L}\p{N}]+/gu, "-") || "template";
    if (kind === "html") saveText({ name: `${name}.html`, type: "text/html", text: html });
    else saveText({ name: `${name}.json`, type: "application/json", text: JSON.stringify(design, null, 2) });
  });
  const choose = (blockId: string) => {
    setShown(null);
    port.current?.select?.(blockId);
  };
  const fault = looking.message || exporting.message;
  return (
    <>
      <div className="actions design-modes">
        <Button aria-pressed={shown === null} onClick={() => setShown(null)}>
          Edit
        </Button>
        <Button aria-pressed={shown !== null} disabled={looking.running} onClick={() => looking.run()}>
          Preview
        </Button>
        <Button onClick={() => setTesting(true)}>Send test</Button>
        <Button variant="quiet" disabled={exporting.running} onClick={() => exporting.run("html")}>
          Export HTML
        </Button>
        <Button variant="quiet" disabled={exporting.running} onClick={() => exporting.run("json")}>
          Export JSON
        </Button>
      </div>
      {fault === "" ? null : <Notice status="failed">{fault}</Notice>}
      {shown === null ? null : (
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <MailView {...shown} onChoose={port.current?.select === undefined ? null : choose} />
        </Suspense>
      )}
      <div hidden={shown !== null}>
        <EditorFrame
          design={draft.design}
          onPort={(opened) => {
            port.current = opened;
            view.setPort(opened);
          }}
          onDirty={(design) => view.change({ design })}
        />
      </div>
      <Dialog open={testing} title="Send test" onClose={() => setTesting(false)}>
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <SendTest view={view} onDone={() => setTesting(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
