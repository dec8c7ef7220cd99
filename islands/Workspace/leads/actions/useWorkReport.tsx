import { useMemo } from "react";
import { leadTexts } from "../../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { type Report, useReport } from "../../realtime/activity/reports.ts";
import type { LeadActions } from "./useLeadActions.ts";
import { WorkProgress } from "./WorkBar.tsx";

const none: readonly Report[] = [];

/** Reports an action on very many leads while the Leads tab is not shown. */
export function useWorkReport(
  { work, stop }: Pick<LeadActions, "work" | "stop">,
  isElsewhere: boolean,
): void {
  const texts = useTexts(leadTexts);
  const reports = useMemo(
    () =>
      work === null || !isElsewhere
        ? none
        : [
            {
              id: "work",
              title: work.title,
              isUnderWay: true,
              needsPerson: false,
              said: "",
              bar: <WorkProgress work={work} />,
              action: { word: texts.work.stop, run: stop },
            },
          ],
    [work, isElsewhere, stop, texts],
  );
  useReport("work", reports);
}
