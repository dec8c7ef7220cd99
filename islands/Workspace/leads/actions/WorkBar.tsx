import { Button } from "../../../_parts/Button.tsx";
import { ProgressBar } from "../../../_parts/ProgressBar.tsx";
import type { LeadActions } from "./useLeadActions.ts";

/** How far the work on very many leads is, and the way to stop it. */
export function WorkBar({ actions: { work, stop } }: { actions: LeadActions }) {
  const text = work === null ? "" : `${work.title}…`;
  return (
    <>
      {work === null ? null : (
        <section className="selection-bar work-bar" aria-label="Work under way">
          {"bytes" in work ? (
            <ProgressBar label={`${text} ${megabytes(work.bytes)}`} max={1} />
          ) : (
            <ProgressBar
              label={`${text} ${work.done.toLocaleString("en")} of ${work.total.toLocaleString("en")}`}
              value={work.done}
              max={work.total}
            />
          )}
          <Button onClick={stop}>Stop</Button>
        </section>
      )}
      {/* Said once when it begins; how it ended is said where it is shown. */}
      <p role="status" className="visually-hidden">
        {text}
      </p>
    </>
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
