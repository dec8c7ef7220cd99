import { useState } from "react";
import { useAction } from "../../_data/useAction.ts";
import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { saveText } from "../leads/import/saveText.ts";
import { EditorFrame } from "./EditorFrame.tsx";
import { MailChecks } from "./MailChecks.tsx";
import { TemplatePreview } from "./TemplatePreview.tsx";
import type { Draft, DraftView } from "./useDraft.ts";

/** A design in its editor, and the mail that comes of it. Looking at the mail keeps the editor as it is. */
export function DesignEditor({ view, draft }: { view: DraftView; draft: Draft }) {
  const [shown, setShown] = useState<{ html: string } | null>(null);
  const looking = useAction(async () => setShown(await view.content()));
  const exporting = useAction(async (kind: "html" | "json") => {
    const { html, design } = await view.content();
    const name = draft.name.trim().replaceAll(/[^\p{L}\p{N}]+/gu, "-") || "template";
    if (kind === "html") saveText({ name: `${name}.html`, type: "text/html", text: html });
    else saveText({ name: `${name}.json`, type: "application/json", text: JSON.stringify(design, null, 2) });
  });
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
        <Button variant="quiet" disabled={exporting.running} onClick={() => exporting.run("html")}>
          Export HTML
        </Button>
        <Button variant="quiet" disabled={exporting.running} onClick={() => exporting.run("json")}>
          Export JSON
        </Button>
      </div>
      {fault === "" ? null : <Notice status="failed">{fault}</Notice>}
      {shown === null ? null : <MailChecks html={shown.html} />}
      {shown === null ? null : <TemplatePreview html={shown.html} />}
      <div hidden={shown !== null}>
        <EditorFrame
          design={draft.design}
          onPort={view.setPort}
          onDirty={(design) => view.change({ design })}
        />
      </div>
    </>
  );
}
