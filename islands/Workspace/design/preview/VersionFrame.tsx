import { useMemo } from "react";
import { fillIn } from "../../../../contract/mergeFields.ts";
import { sampleLead } from "../../../../contract/sending/sampleLead.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useMedia } from "../../../_data/useMedia.ts";
import { FailedState } from "../../../_parts/FailedState.tsx";
import { SkeletonRows } from "../../../_parts/SkeletonRows.tsx";
import { PreviewFrame } from "./PreviewFrame.tsx";

/**
 * One version of a template as an invented lead would get it: as wide as the mail is, drawn smaller where there is
 * less room, and on a telephone as a telephone shows it. Keyed by its question, so that no version stands under the
 * title of another while it is waited for.
 */
export function VersionFrame({
  title,
  question,
  load,
}: {
  title: string;
  question: string;
  load: (signal: AbortSignal) => Promise<{ html: string }>;
}) {
  const version = useLoad(question, load);
  const narrow = useMedia("(width < 720px)");
  const html = version.value?.html ?? "";
  const filled = useMemo(() => fillIn(html, sampleLead, { escape: "html" }), [html]);
  if (version.state === "failed") return <FailedState what={title} loaded={version} />;
  if (version.value === undefined) return <SkeletonRows rows={6} />;
  return <PreviewFrame title={title} html={filled} device={narrow ? "phone" : "desktop"} />;
}
