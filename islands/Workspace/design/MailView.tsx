import { MailChecks } from "./MailChecks.tsx";
import { TemplatePreview } from "./TemplatePreview.tsx";

/** The mail that comes of a design: what to put right about it, and what it looks like. */
export default function MailView({
  html,
  design,
  onChoose,
}: {
  html: string;
  design: unknown;
  onChoose: ((blockId: string) => void) | null;
}) {
  return (
    <>
      <MailChecks html={html} design={design} onChoose={onChoose} />
      <TemplatePreview html={html} />
    </>
  );
}
