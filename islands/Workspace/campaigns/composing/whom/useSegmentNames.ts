import { whomTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { queries } from "../../../../_data/queries.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { type Names, useNames } from "./useNames.ts";

/** The segments of the workspace by their names. */
export function useSegmentNames(): Names {
  const texts = useTexts(whomTexts);
  const segments = useLoad(queries.segments());
  return useNames(
    segments.value?.map(({ _id, name, broken }) => ({
      _id,
      name,
      ...(broken === null ? {} : { detail: texts.brokenSegment }),
    })),
    texts.goneSegment,
  );
}
