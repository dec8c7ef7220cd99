import { useEffect, useState } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";
import { shellTexts } from "../../../contract/texts/workspace/shell.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Mark } from "../../_parts/Mark.tsx";

/** Covers the workspace until its first data are there. */
export function Loader({ text }: { text?: string }) {
  const texts = useTexts(shellTexts);
  return (
    <div className="loader" role="status">
      <Mark />
      <p>{text ?? texts.loading}</p>
    </div>
  );
}

/**
 * Whether the full-screen loader stands: looked at every 500 ms, and gone after more than one look once everything
 * has finished loading (specification, section 4). It never comes back; later reloads show in the panels.
 */
export function useLoader(finished: boolean): boolean {
  const [ticks, setTicks] = useState(0);
  const [over, setOver] = useState(false);

  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setTicks((count) => count + 1), screenLimits.loaderTickMs);
    return () => clearInterval(timer);
  }, [over]);

  // Decided on a tick, not at once, so that the loader never flashes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `finished` is looked at when a tick comes.
  useEffect(() => {
    if (ticks > 1 && finished) setOver(true);
  }, [ticks]);
  return !over;
}
