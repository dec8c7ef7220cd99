import { dayMs, hourMs, minuteMs } from "../../../../contract/limits/units.ts";
import type { CampaignTimes } from "../../../../contract/schemas/campaignInsight.ts";

type Point = CampaignTimes["points"][number];

const stepMs = { minute: minuteMs, hour: hourMs, day: dayMs };
const none: Omit<Point, "at"> = {
  sent: 0,
  opened: 0,
  clicked: 0,
  machineOpened: 0,
  machineClicked: 0,
  optedOut: 0,
};

/**
 * The moments at which something was, and before and behind each gap one at which nothing was: a line then falls to the
 * ground and does not cross the gap.
 */
export function filledIn({ by, points }: Pick<CampaignTimes, "by" | "points">): Point[] {
  const step = stepMs[by];
  // An hour more or less where clocks change.
  const isNext = (one: number, other: number) => other - one < step * 1.5;
  return points.flatMap((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    const filled: Point[] = [];
    if (before === undefined || !isNext(before.at, point.at)) {
      const at = point.at - step;
      // The one that the moment before ended its stretch with may be it already.
      if (before === undefined || at > before.at + step * 1.5) filled.push({ at, ...none });
    }
    filled.push(point);
    if (after === undefined || !isNext(point.at, after.at)) filled.push({ at: point.at + step, ...none });
    return filled;
  });
}
