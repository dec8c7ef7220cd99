import { later } from "../../../_parts/later.tsx";
import { withStyles } from "../../../_runtime/withStyles.ts";
import { useLive } from "../RealtimeContext.tsx";
import { useReports } from "./reports.ts";

const ActivityLine = later(() => withStyles("activity", () => import("./ActivityLine.tsx")), {
  isQuiet: true,
});

/** The line of current activities. It is loaded when there are any, and moves nothing when it appears. */
export function Activity({ hidesSends }: { hidesSends: boolean }) {
  const { campaigns } = useLive();
  const reports = useReports();
  if (reports.length === 0 && ![...campaigns.values()].some(({ shown }) => shown)) return null;
  return <ActivityLine hidesSends={hidesSends} />;
}
