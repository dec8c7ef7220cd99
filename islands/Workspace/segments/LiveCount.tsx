import { screenLimits } from "../../../contract/limits/screen.ts";
import type { Question } from "../../../contract/segments/question.ts";
import { segmentTexts } from "../../../contract/texts/workspace/segments.ts";
import { queries } from "../../_data/queries.ts";
import { useDebounced } from "../../_data/useDebounced.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { MayBeOld } from "./MayBeOld.tsx";
import { zoneHere } from "./zoneHere.ts";

/** How many leads a question finds, loaded once nobody has changed it for a moment. */
export function LiveCount({ question }: { question: Question }) {
  const texts = useTexts(segmentTexts);
  const wanted = JSON.stringify(question);
  const settled = useDebounced(wanted, screenLimits.countPauseMs);
  const counted = useLoad(queries.segmentCount({ question: JSON.parse(settled), zone: zoneHere() }));
  const isCounting = settled !== wanted || counted.state === "loading";
  if (!isCounting && counted.state === "failed")
    return (
      <p role="status">
        {texts.count.failed} {counted.message}{" "}
        <Button variant="quiet" onClick={counted.reload}>
          {texts.count.again}
        </Button>
      </p>
    );
  return (
    <>
      <p role="status" aria-busy={isCounting} className="question-count">
        {isCounting ? texts.count.counting : texts.count.found(counted.value?.count ?? 0)}
      </p>
      <MayBeOld loaded={counted}>{texts.count.mayBeOld}</MayBeOld>
    </>
  );
}
