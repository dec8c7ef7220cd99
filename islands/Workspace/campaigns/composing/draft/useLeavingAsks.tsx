import { type ReactNode, useEffect, useRef, useState } from "react";
import { composingTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { Dialog } from "../../../../_parts/Dialog.tsx";
import { currentHash, readAddress } from "../../../shell/address.ts";
import { composedAt } from "../address.ts";
import type { Draft, DraftSaver } from "./draftSaver.ts";

/**
 * What could not be saved is not left behind unasked: the browser asks when the page is closed, and this page when
 * somebody goes elsewhere within the workspace. What is merely on its way is saved in passing.
 */
export function useLeavingAsks({ draft, saver }: { draft: Draft; saver: DraftSaver }): ReactNode {
  const texts = useTexts(composingTexts);
  const [wanted, setWanted] = useState<string | null>(null);
  const id = draft.plan._id;
  const isUnsaved = draft.save !== "saved";
  const isStuck = ["failed", "refused", "clash"].includes(draft.save);
  const mayLeave = useRef(false);

  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);

  useEffect(() => {
    if (!isStuck) return;
    const hold = (event: HashChangeEvent) => {
      if (mayLeave.current || composedAt(readAddress(currentHash()))?.id === id) return;
      // Before the workspace hears of it: it would take this page away.
      event.stopImmediatePropagation();
      const there = currentHash();
      history.pushState(null, "", new URL(event.oldURL).hash);
      setWanted(there);
    };
    window.addEventListener("hashchange", hold, true);
    return () => window.removeEventListener("hashchange", hold, true);
  }, [isStuck, id]);

  const leave = () => {
    mayLeave.current = true;
    if (wanted !== null) window.location.hash = wanted;
  };
  return (
    <Dialog open={wanted !== null} title={texts.leave.title} onClose={() => setWanted(null)}>
      <p>{texts.leave.text(draft.message)}</p>
      <div className="actions">
        <Button variant="danger" onClick={leave}>
          {texts.leave.discard}
        </Button>
        <Button onClick={() => setWanted(null)}>{texts.leave.stay}</Button>
        <Button variant="primary" onClick={async () => (await saver.save()) && leave()}>
          {texts.leave.again}
        </Button>
      </div>
    </Dialog>
  );
}
