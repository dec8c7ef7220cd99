import { progressTexts } from "../../../../contract/texts/workspace/progress.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { leftOutOf } from "./leftOut.ts";

/** Who gets nothing of a send and why, folded away; of one that another page began, its campaign's page says it. */
export function LeftOutAddresses({ campaignId }: { campaignId: string }) {
  const texts = useTexts(progressTexts);
  const leftOut = leftOutOf(campaignId);
  if (leftOut === undefined) return null;
  return (
    <details className="failed-addresses">
      <summary>{texts.leftOut(leftOut.count)}</summary>
      <p>{leftOut.text}</p>
    </details>
  );
}
