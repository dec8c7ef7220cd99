import { useCallback, useEffect, useState } from "react";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { queries } from "../../../_data/queries.ts";
import { useChanges } from "../../../_data/ServerData.tsx";
import { type Loaded, useLoad } from "../../../_data/useLoad.ts";
import { isUnderWay } from "./importText.ts";

export type Imports = {
  /** The newest imports, those under way among them. */
  jobs: Loaded<ImportJob[]>;
  /** What is under way, or ended while this page was open and was not dismissed; but for the one that is looked at. */
  shown: ImportJob[];
  /** Says which import a dialog shows just now: how that one ends is told there and nowhere else. */
  lookAt: (id: string | null) => void;
  /** Looks at a job from now on, until it ends. */
  follow: (job: ImportJob) => void;
  dismiss: (id: string) => void;
};

/** The imports of this person, looked at again and again while one is under way: also one begun in another tab. */
export function useImports(): Imports {
  const [followed, setFollowed] = useState<Followed>(new Map());
  const [lookedAt, lookAt] = useState<string | null>(null);
  const jobs = useLoad(
    queries.imports((listed) => listed.some(isUnderWay) || [...followed.values()].includes("underWay")),
  );
  const { heard } = useChanges();
  const { value } = jobs;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server is looked at once.
  useEffect(() => {
    if (value === undefined) return;
    const next = nextFollowed(followed, value);
    setFollowed(next);
    for (const job of value) {
      if (followed.get(job._id) !== "underWay" || next.get(job._id) !== "ended") continue;
      // Other tabs follow it themselves.
      heard("leads", "collections");
    }
  }, [value]);

  return {
    jobs,
    shown: (value ?? []).filter((job) => followed.has(job._id) && job._id !== lookedAt),
    lookAt,
    follow: (job) => setFollowed((before) => new Map(before).set(job._id, "underWay")),
    dismiss: useCallback(
      (id) =>
        setFollowed(
          (before) => new Map([...before].filter(([key, state]) => key !== id || state !== "ended")),
        ),
      [],
    ),
  };
}

type Followed = ReadonlyMap<string, "underWay" | "ended">;

function nextFollowed(before: Followed, jobs: readonly ImportJob[]): Followed {
  const next = new Map(before);
  for (const job of jobs) {
    if (isUnderWay(job)) next.set(job._id, "underWay");
    else if (next.has(job._id)) next.set(job._id, "ended");
  }
  return next;
}
