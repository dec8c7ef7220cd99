import { whomTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { type Names, useNames } from "./useNames.ts";

const none: readonly { _id: string; name: string }[] = [];

/** The segments of the workspace by their names. */
export function useSegmentNames(): Names {
  const texts = useTexts(whomTexts);
  return useNames(none, texts.goneSegment);
}
