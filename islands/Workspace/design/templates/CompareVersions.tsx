import { templateVersionTexts } from "../../../../contract/texts/workspace/design/templateVersions.ts";
import { queries } from "../../../_data/queries.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { VersionFrame } from "../preview/VersionFrame.tsx";
import type { DraftView } from "../useDraft.ts";

/** Shows the version that somebody else saved beside the one that would be saved now. */
export default function CompareVersions({ view, templateId: id }: { view: DraftView; templateId: string }) {
  const texts = useTexts(templateVersionTexts);
  return (
    <div className="template-compare">
      <figure>
        <figcaption>{texts.compare.between}</figcaption>
        <VersionFrame title={texts.compare.betweenTitle} question={queries.savedTemplate(id)} />
      </figure>
      <figure>
        <figcaption>{texts.compare.yours}</figcaption>
        <VersionFrame title={texts.compare.yoursTitle} question={queries.drawn(view.content)} />
      </figure>
    </div>
  );
}
