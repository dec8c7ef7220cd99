import { useState } from "react";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { useLive, useRealtimeActions } from "../RealtimeContext.tsx";
import { keepAway, sendNeedsPerson, storedActivity } from "../storedActivity.ts";
import type { Watched } from "../useRealtime.ts";
import { type Report, useReports } from "./reports.ts";

/** One activity on the line and in the list: a send, or whatever else was reported. */
export type Activity =
  | { id: string; needsPerson: boolean; watched: Watched }
  | { id: string; needsPerson: boolean; report: Report };

type Activities = {
  /** The newest first. */
  shown: readonly Activity[];
  /** Hides all of them. Ended ones are removed, and a current one is shown again when it needs somebody. */
  putAway: () => void;
};

/** `hidesSends` is for panels that show all sends themselves. */
export function useActivities({ hidesSends }: { hidesSends: boolean }): Activities {
  const { campaigns } = useLive();
  const { dismiss } = useRealtimeActions();
  const reports = useReports();
  const { uid } = useWorkspace().person;
  const [away, setAway] = useState<ReadonlySet<string>>(() => new Set(storedActivity(uid).away));
  const sends = hidesSends ? [] : [...campaigns.values()].filter(({ shown }) => shown);
  const all: Activity[] = [
    ...sends.map((watched) => ({
      id: watched.progress.campaignId,
      needsPerson: sendNeedsPerson(watched.progress),
      watched,
    })),
    ...reports.map((report) => ({ id: report.id, needsPerson: report.needsPerson, report })),
  ];
  const shown = all
    .filter((activity) => !away.has(markOf(activity)))
    .sort((one, other) => (one.id < other.id ? 1 : -1));
  return {
    shown,
    putAway() {
      const marks = shown.filter(isUnderWay).map(markOf);
      setAway((before) => new Set([...before, ...marks]));
      keepAway(uid, marks);
      for (const activity of shown) {
        if (isUnderWay(activity)) continue;
        if ("watched" in activity) dismiss(activity.id);
        else activity.report.dismiss?.();
      }
    },
  };
}

/** An activity is put away in its present state: once it needs somebody, it counts as another one. */
function markOf({ id, needsPerson }: Activity): string {
  return `${id} ${needsPerson}`;
}

function isUnderWay(activity: Activity): boolean {
  return "watched" in activity ? activity.watched.progress.running : activity.report.isUnderWay;
}
