import { type LeadTexts, leadTexts } from "../../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { ProgressBar } from "../../../_parts/ProgressBar.tsx";
import type { LeadActions } from "./useLeadActions.ts";

/** The progress of an action on very many leads, with a button that stops it. */
export function WorkBar({ actions: { work, stop } }: { actions: LeadActions }) {
  const texts = useTexts(leadTexts);
  const text = work === null ? "" : `${work.title}…`;
  return (
    <>
      {work === null ? null : (
        <section className="selection-bar work-bar" aria-label={texts.work.bar}>
          <WorkProgress work={work} />
          <Button onClick={stop}>{texts.work.stop}</Button>
        </section>
      )}
      {/* Announced once at the start; the result is announced where it is shown. */}
      <p role="status" className="visually-hidden">
        {text}
      </p>
    </>
  );
}

export function WorkProgress({ work }: { work: NonNullable<LeadActions["work"]> }) {
  const texts = useTexts(leadTexts);
  const text = `${work.title}…`;
  return "bytes" in work ? (
    <ProgressBar label={`${text} ${megabytes(work.bytes, texts)}`} max={1} />
  ) : (
    <ProgressBar
      label={texts.work.progress({ title: text, done: work.done, total: work.total })}
      value={work.done}
      max={work.total}
    />
  );
}

function megabytes(bytes: number, texts: LeadTexts): string {
  return texts.work.megabytes((bytes / 1_000_000).toFixed(1));
}
