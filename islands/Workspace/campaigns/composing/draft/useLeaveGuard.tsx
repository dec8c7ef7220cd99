import { type ReactNode, useEffect, useRef, useState } from "react";
import { composingTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { Dialog } from "../../../../_parts/Dialog.tsx";
import { holdUpLeaving, readAddress } from "../../../shell/address.ts";
import { composedAt } from "../address.ts";
import type { Draft, DraftSaver } from "./draftSaver.ts";

/**
 * Prevents losing unsaved changes: the browser asks before the page is closed. Navigation within the workspace waits until
 * they are saved, which is quick, and asks if saving fails.
 */
export function useLeaveGuard({ draft, saver }: { draft: Draft; saver: DraftSaver }): ReactNode {
  const texts = useTexts(composingTexts);
  const [wanted, setWanted] = useState<string | null>(null);
  const id = draft.plan._id;
  const isUnsaved = draft.save !== "saved";
  const mayLeave = useRef(false);
  const leaveFor = (hash: string | null) => {
    mayLeave.current = true;
    if (hash !== null) window.location.hash = hash;
  };

  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Whoever leaves all the same has it saved by the time that they have said so.
      void saver.save();
    };
    const save = async (there: string) => {
      if (!(await saver.save())) return setWanted(there);
      mayLeave.current = true;
      window.location.hash = there;
    };
    const stopHolding = holdUpLeaving((there) => {
      if (mayLeave.current || composedAt(readAddress(there))?.id === id) return false;
      void save(there);
      return true;
    });
    window.addEventListener("beforeunload", ask);
    return () => {
      window.removeEventListener("beforeunload", ask);
      stopHolding();
    };
  }, [isUnsaved, saver, id]);

  return (
    <Dialog open={wanted !== null} title={texts.leave.title} onClose={() => setWanted(null)}>
      <p>{texts.leave.text(draft.message)}</p>
      <div className="actions">
        <Button variant="danger" onClick={() => leaveFor(wanted)}>
          {texts.leave.discard}
        </Button>
        <Button onClick={() => setWanted(null)}>{texts.leave.stay}</Button>
        <Button variant="primary" onClick={async () => (await saver.save()) && leaveFor(wanted)}>
          {texts.leave.again}
        </Button>
      </div>
    </Dialog>
  );
}
