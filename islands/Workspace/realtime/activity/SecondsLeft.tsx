import { useEffect, useState } from "react";
import { composingLimits } from "../../../../contract/limits/composing.ts";
import { ProgressBar } from "../../../_parts/ProgressBar.tsx";

/** How long a start is still held, as a bar that runs down; `say` puts the seconds into words. */
export function SecondsLeft({
  until,
  seconds,
  say,
}: {
  until: number;
  seconds: number;
  say: (left: number) => string;
}) {
  const left = useSecondsLeft(until);
  return <ProgressBar label={say(left)} value={left} max={seconds} />;
}

export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), composingLimits.lookMs / 4);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
