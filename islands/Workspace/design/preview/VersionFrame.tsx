import { useMemo } from "react";
import { customNames, fillIn } from "../../../../contract/mergeFields.ts";
import { sampleLead } from "../../../../contract/sending/sampleLead.ts";
import type { Question } from "../../../_data/queries.ts";
import { useCustomFields } from "../../../_data/useCustomFields.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useMedia } from "../../../_data/useMedia.ts";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { PreviewFrame } from "./PreviewFrame.tsx";

/**
 * One version of a template as an invented lead would get it: as wide as the mail is, drawn smaller where there is
 * less room, and on a telephone as a telephone shows it. Keyed by its question, so that no version stands under the
 * title of another while it is waited for.
 */
export function VersionFrame<Answer extends { html: string }>({
  title,
  question,
}: {
  title: string;
  question: Question<Answer>;
}) {
  const version = useLoad(question);
  const narrow = useMedia("(width < 45rem)");
  const html = version.value?.html ?? "";
  const fields = useCustomFields();
  const filled = useMemo(
    () => fillIn(html, sampleLead, { escape: "html", custom: customNames(fields) }),
    [html, fields],
  );
  return (
    <WhenLoaded what={title} loaded={version} rows={6}>
      {() => <PreviewFrame title={title} html={filled} device={narrow ? "phone" : "desktop"} />}
    </WhenLoaded>
  );
}
