import type { ReactNode } from "react";
import type { Loaded } from "../_data/useLoad.ts";
import { FailedState } from "./FailedState.tsx";
import { SkeletonRows } from "./SkeletonRows.tsx";

/**
 * The states of everything that is loaded from the server: loading, failed, loaded. A former answer stays, even if the
 * newest could not be loaded: somebody may be reading it, or have begun to fill in a form.
 */
export function WhenLoaded<T>({
  what,
  loaded,
  rows,
  children,
}: {
  /** The beginning of a sentence: "Your leads". */
  what: string;
  loaded: Loaded<T>;
  /** How many grey rows are shown while it is loading. */
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
