import { useMemo } from "react";
import { designTexts } from "../../../../../contract/texts/workspace/design/design.ts";
import { useCustomFields } from "../../../../_data/useCustomFields.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { allMergeTags, type MergeTag } from "./mergeTags.ts";

/** The fields that a mail may name, the workspace's own once they are known. */
export function useMergeTags(): readonly MergeTag[] {
  const { mergeFields } = useTexts(designTexts);
  const fields = useCustomFields();
  return useMemo(() => allMergeTags(mergeFields, fields), [mergeFields, fields]);
}
