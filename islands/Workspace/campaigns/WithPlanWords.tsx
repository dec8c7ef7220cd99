import { type ReactNode, useMemo } from "react";
import { campaignPlanShapes } from "../../../contract/reasons/campaignPlans.ts";
import { campaignPlans } from "../../../contract/sentences/en/campaignPlans.ts";
import { shapesOf, type Words, wordsOf } from "../../../contract/sentences/sentence.ts";
import { useWords, WordsContext } from "../../_data/useWords.ts";

const own = wordsOf({ ...campaignPlans, [shapesOf]: campaignPlanShapes });

/** Provides the sentences of campaigns, which are loaded with the pages that need them and not with the workspace. */
export function WithPlanWords({ children }: { children: ReactNode }) {
  const others = useWords();
  const words = useMemo<Words>(
    () => (cause, instead) =>
      cause && cause.code in campaignPlans ? own(cause, instead) : others(cause, instead),
    [others],
  );
  return <WordsContext value={words}>{children}</WordsContext>;
}
