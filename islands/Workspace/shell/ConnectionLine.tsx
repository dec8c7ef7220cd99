import type { WatchState } from "../../../contract/watch.ts";
import { Notice } from "../../_parts/Notice.tsx";

/** Says so while live progress is cut off; the sending itself goes on without it. */
export function ConnectionLine({ state }: { state: WatchState }) {
  if (state !== "reconnecting") return null;
  return (
    <Notice status="waiting">Live updates are interrupted. Reconnecting… Sending goes on meanwhile.</Notice>
  );
}
