import type { ReactNode } from "react";
import type { Loaded } from "../_data/useLoad.ts";
import { FailedState } from "./FailedState.tsx";
import { SkeletonRows } from "./SkeletonRows.tsx";

/**
 * The states of everything that is asked of the server: on its way, not to be had, there. What was there stays, also
 * where the newest could not be had: somebody may be reading it, or have begun to fill in a form.
 */
export function WhenLoaded<T>({
  what,
  loaded,
  rows,
  children,
}: {
  /** As a sentence's beginning: "Your leads". */
  what: string;
  loaded: Loaded<T>;
  /** How many grey rows stand for it meanwhile. */
  rows: number;
  children: (value: T) => ReactNode;
}) {
  const { state, value } = loaded;
  return (
    <>
      {state === "failed" ? <FailedState what={what} loaded={loaded} /> : null}
      {state === "loading" ? <SkeletonRows rows={rows} /> : null}
      {value === undefined ? null : children(value)}
    </>
  );
}
