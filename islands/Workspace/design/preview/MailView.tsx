import { MailChecks } from "../checks/MailChecks.tsx";
import type { SourcePlace } from "../checks/placeInSource.ts";
import { TemplatePreview } from "./TemplatePreview.tsx";

/** The rendered mail: findings to correct, and a preview. */
export default function MailView({
  html,
  design,
  onChoose,
  onShow,
}: {
  html: string;
  design: unknown;
  onChoose: ((blockId: string) => void) | null;
  onShow: ((place: SourcePlace) => void) | null;
}) {
  return (
    <>
      <MailChecks html={html} design={design} onChoose={onChoose} onShow={onShow} />
      <TemplatePreview html={html} />
    </>
  );
}
