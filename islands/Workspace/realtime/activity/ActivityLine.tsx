import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { progressTexts } from "../../../../contract/texts/workspace/progress.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Icon } from "../../../_parts/Icon.tsx";
import { CampaignBar } from "../CampaignBar.tsx";
import { progressName } from "../progressName.ts";
import { useLive } from "../RealtimeContext.tsx";
import type { Watched } from "../useRealtime.ts";
import { ActivityList } from "./ActivityList.tsx";
import { remarkOf } from "./remarkOf.ts";
import type { Report } from "./reports.ts";
import { useActivities } from "./useActivities.ts";

/**
 * All current activities in one place at the side, or on a phone above the tabs, where they move nothing: the newest with
 * its bar and next time, the number of others and, after a press, all of them with their actions.
 */
export default function ActivityLine({ hidesSends }: { hidesSends: boolean }) {
  const texts = useTexts(progressTexts);
  const { shown, putAway } = useActivities({ hidesSends });
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const listId = useId();
  const [newest] = shown;
  const isListed = isOpen && newest !== undefined;
  useClosing(frame, { isOpen: isListed, close: () => setOpen(false) });
  if (newest === undefined) return null;
  return (
    <section ref={frame} className="activity" aria-label={texts.activity}>
      <div className="activity-line" data-needs={shown.some(({ needsPerson }) => needsPerson)}>
        {"watched" in newest ? <Send watched={newest.watched} /> : <Other report={newest.report} />}
        {/* It covers the whole line, so that a press anywhere opens the list. */}
        <button
          type="button"
          className="activity-open"
          aria-expanded={isListed}
          aria-controls={listId}
          aria-label={texts.showActivity(shown.length)}
          onClick={() => setOpen(!isOpen)}
        >
          {shown.length > 1 ? `+${shown.length - 1}` : <Icon size={14} path="M7 14l5-5 5 5" />}
        </button>
        <Button
          className="activity-away"
          variant="quiet"
          shape="icon"
          title={texts.putAway}
          onClick={() => {
            setOpen(false);
            putAway();
          }}
        >
          <Icon size={14} path="M6 6l12 12M18 6 6 18" />
        </Button>
      </div>
      <div id={listId} className="activity-place">
        {isListed ? <ActivityList activities={shown} /> : null}
      </div>
    </section>
  );
}

function Send({ watched }: { watched: Watched }) {
  const texts = useTexts(progressTexts);
  const words = useWords();
  const { state } = useLive();
  const { progress } = watched;
  return (
    <>
      <p className="activity-title">{progressName(progress)}</p>
      <CampaignBar reached={{ ...progress, sent: progress.success }} />
      <p className="activity-said">{remarkOf(watched, { isConnected: state === "open", words }, texts)}</p>
    </>
  );
}

function Other({ report: { title, bar, said, action } }: { report: Report }) {
  return (
    <>
      <p className="activity-title">{title}</p>
      {bar}
      {/* It exists from the start, so that screen readers announce the end. */}
      <p className="activity-said" role="status">
        {said}
      </p>
      {action === undefined ? null : (
        <Button className="activity-action" onClick={action.run}>
          {action.word}
        </Button>
      )}
    </>
  );
}

/** Esc, a press elsewhere and following a line's link close the list; Esc also returns the focus. */
function useClosing(
  frame: RefObject<HTMLElement | null>,
  { isOpen, close }: { isOpen: boolean; close: () => void },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is another one each time and does the same.
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || !holds(frame, event.target)) return;
      // Esc closes a dialog that was opened from the list, and not the list below it.
      if ((event.target as Element).closest("dialog[open]")) return;
      close();
      frame.current?.querySelector<HTMLElement>(".activity-open")?.focus();
    };
    const onPress = (event: PointerEvent) => {
      if (!holds(frame, event.target)) close();
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    window.addEventListener("hashchange", close);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
      window.removeEventListener("hashchange", close);
    };
  }, [isOpen, frame]);
}

function holds(frame: RefObject<HTMLElement | null>, target: EventTarget | null): boolean {
  return frame.current?.contains(target as Node | null) ?? false;
}
