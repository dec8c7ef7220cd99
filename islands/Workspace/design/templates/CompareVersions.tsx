import { useEffect, useRef } from "react";
import { fillIn } from "../../../../contract/mergeFields.ts";
import { sampleLead } from "../../../../contract/sending/sampleLead.ts";
import { withoutFonts } from "../../../../mail/values/fonts.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { FailedState } from "../../../_parts/FailedState.tsx";
import { SkeletonRows } from "../../../_parts/SkeletonRows.tsx";
import { previewPath } from "../preview/previewPath.ts";
import type { DraftView } from "../useDraft.ts";

/** What somebody saved in between, beside what would be saved now. */
export default function CompareVersions({ view, templateId }: { view: DraftView; templateId: string }) {
  const mine = useLoad("mine", () => view.content());
  return (
    <div className="template-compare">
      <figure>
        <figcaption>Saved in between</figcaption>
        <iframe
          className="template-page"
          sandbox=""
          title="What was saved in between"
          src={previewPath({ id: templateId })}
        />
      </figure>
      <figure>
        <figcaption>Yours, not saved</figcaption>
        {mine.state === "failed" ? <FailedState what="Your version" loaded={mine} /> : null}
        {mine.value === undefined ? (
          <SkeletonRows rows={6} />
        ) : (
          <PostedPage html={asSaved(mine.value.html)} />
        )}
      </figure>
    </div>
  );
}

/** For whom the server shows what was saved: only what was written may differ. */
function asSaved(html: string): string {
  return withoutFonts(fillIn(html, sampleLead, { escape: "html" }));
}

/** What is saved nowhere has no address, so it is posted to the page that shows it. */
function PostedPage({ html }: { html: string }) {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML is posted anew.
  useEffect(() => form.current?.submit(), [html]);
  return (
    <>
      <form
        ref={form}
        method="post"
        action="/preview"
        target="compared-draft"
        encType="multipart/form-data"
        hidden
      >
        <input type="hidden" name="html" value={html} readOnly />
      </form>
      <iframe className="template-page" sandbox="" name="compared-draft" title="Your version" />
    </>
  );
}
