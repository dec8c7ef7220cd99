import { useEffect, useRef } from "react";
import { Button } from "../../_parts/Button.tsx";
import type { TemplateDeeds } from "./useTemplateDeeds.ts";

/** Says what was deleted, and brings it back. It has the focus, which would be lost with the template's row. */
export function TemplateUndoBar({ deeds }: { deeds: TemplateDeeds }) {
  const { deletion, undo, dismiss } = deeds;
  const bar = useRef<HTMLElement>(null);
  const deletionId = deletion?.id;
  useEffect(() => {
    if (deletionId !== undefined) bar.current?.querySelector<HTMLElement>("[data-undo]")?.focus();
  }, [deletionId]);
  return (
    <section ref={bar} className="template-undo" aria-label="Deleted template" hidden={deletion === null}>
      <p role="status">
        {deletion === null ? "" : undo.message || `“${deletion.name}” is deleted. Campaigns keep their copy.`}
      </p>
      <div className="actions">
        <Button variant="quiet" onClick={dismiss}>
          Dismiss
        </Button>
        <Button data-undo="" disabled={undo.running} onClick={() => undo.run()}>
          {undo.running ? "Bringing it back…" : "Undo"}
        </Button>
      </div>
    </section>
  );
}
