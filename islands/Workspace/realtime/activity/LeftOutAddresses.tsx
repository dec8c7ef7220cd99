import { progressTexts } from "../../../../contract/texts/workspace/progress.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { addressOf } from "../../shell/address.ts";
import { leftOutOf } from "./leftOut.ts";

/** Who is left out of a send and why, folded away. For a send that another page began, a link to their list. */
export function LeftOutAddresses({ campaignId, skipped = 0 }: { campaignId: string; skipped?: number }) {
  const texts = useTexts(progressTexts);
  const leftOut = leftOutOf(campaignId);
  if (leftOut === undefined)
    return skipped === 0 ? null : (
      <p className="left-out-way">
        <a href={addressOf("campaigns", campaignId, "recipients", "skipped")}>{texts.seeLeftOut}</a>
      </p>
    );
  return (
    <details className="failed-addresses">
      <summary>{texts.leftOut(leftOut.count)}</summary>
      <p>{leftOut.text}</p>
    </details>
  );
}
