import { useMemo } from "react";
import { designTexts } from "../../../../../contract/texts/workspace/design/design.ts";
import { useCustomFields } from "../../../../_data/useCustomFields.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { allMergeTags, type MergeTag } from "./mergeTags.ts";

/** The merge fields of a mail, including the workspace's own once they are loaded. */
export function useMergeTags(): readonly MergeTag[] {
  const { mergeFields } = useTexts(designTexts);
  const fields = useCustomFields();
  return useMemo(() => allMergeTags(mergeFields, fields), [mergeFields, fields]);
}
