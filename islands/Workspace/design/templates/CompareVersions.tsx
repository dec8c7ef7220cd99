import { queries } from "../../../_data/queries.ts";
import { VersionFrame } from "../preview/VersionFrame.tsx";
import type { DraftView } from "../useDraft.ts";

/** What somebody saved in between, beside what would be saved now. */
export default function CompareVersions({ view, templateId: id }: { view: DraftView; templateId: string }) {
  return (
    <div className="template-compare">
      <figure>
        <figcaption>Saved in between</figcaption>
        <VersionFrame title="What was saved in between" question={queries.savedTemplate(id)} />
      </figure>
      <figure>
        <figcaption>Yours, not saved</figcaption>
        <VersionFrame title="Your version" question={queries.drawn(view.content)} />
      </figure>
    </div>
  );
}
