import { useId } from "react";
import { partTexts } from "../../contract/texts/parts.ts";
import { useTexts } from "../_data/useTexts.ts";
import type { Status } from "./Notice.tsx";

export type Segment = { status: Status; count: number; word: string };

/**
 * A bar of parts, each with its colour and its pattern, as wide as its share. The rest of the total stays empty. Even a
 * single one among thousands is visible. Its words say the same to screen readers, and come after the label.
 */
export function SegmentBar({
  label,
  total,
  segments,
}: {
  label: string;
  total: number;
  segments: readonly Segment[];
}) {
  const texts = useTexts(partTexts);
  const id = useId();
  const there = segments.filter(({ count }) => count > 0);
  const done = there.reduce((sum, { count }) => sum + count, 0);
  const left = Math.max(0, total - done);
  const words = [
    ...there.map(({ count, word }) => `${count} ${word}`),
    ...(left > 0 ? [texts.left(left)] : []),
  ];
  return (
    <div className="progress">
      <span id={id}>{label}</span>
      <div
        className="segments"
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={Math.max(total, 1)}
        aria-valuenow={Math.min(done, Math.max(total, 1))}
        aria-valuetext={words.join(", ")}
      >
        {there.map(({ status, count }) => (
          <span key={status} data-status={status} ref={(part) => grow(part, count)} />
        ))}
        {left > 0 ? <span ref={(part) => grow(part, left)} /> : null}
      </div>
    </div>
  );
}

/** Through the CSSOM, because the policy refuses a `style` in the HTML (`style-src 'self'`). */
function grow(part: HTMLElement | null, share: number): void {
  part?.style.setProperty("flex-grow", String(share));
}
