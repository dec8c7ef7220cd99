import { memo, useMemo, useState } from "react";
import { blankFields } from "../../../../contract/imports/blankFields.ts";
import { designLimits } from "../../../../contract/limits/design.ts";
import { fillIn } from "../../../../contract/mergeFields.ts";
import { previewTexts } from "../../../../contract/texts/workspace/design/preview.ts";
import { hasFonts } from "../../../../mail/values/fonts.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useSettled } from "../../../_data/useSettled.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { darkMail } from "./darkMail.ts";
import { PreviewFrame } from "./PreviewFrame.tsx";
import { PreviewLeadBar } from "./PreviewLeadBar.tsx";
import { usePreviewLead } from "./usePreviewLead.ts";

const shows = ["desktop", "phone", "text"] as const;

/**
 * The mail as one lead would get it, once nobody has typed for a moment: wide or narrow, light or dark, or as text.
 * On a telephone it begins as a telephone shows it. What is not about the mail's HTML draws it no second time: it may
 * be a megabyte, and somebody may be typing beside it.
 */
export const TemplatePreview = memo(function TemplatePreview({ html }: { html: string }) {
  const texts = useTexts(previewTexts);
  const [show, setShow] = useState<(typeof shows)[number]>(() =>
    window.matchMedia("(width < 720px)").matches ? "phone" : "desktop",
  );
  const [dark, setDark] = useState(false);
  const chosen = usePreviewLead();
  const { pauseMs, longPauseMs, longCharacters } = designLimits.preview;
  const settled = useSettled(html, html.length > longCharacters ? longPauseMs : pauseMs);
  const { values, custom } = chosen;
  const filled = useMemo(
    () => fillIn(settled, values, { escape: "html", custom }),
    [settled, values, custom],
  );
  const blank = useMemo(() => blankFields(settled, values, custom), [settled, values, custom]);
  const night = useMemo(() => (dark ? darkMail(filled) : null), [dark, filled]);

  return (
    <figure className="preview">
      <figcaption>{texts.title}</figcaption>
      <div className="actions preview-modes">
        {shows.map((key) => (
          <Button key={key} aria-pressed={show === key} onClick={() => setShow(key)}>
            {texts.show[key]}
          </Button>
        ))}
        <Button aria-pressed={dark} disabled={show === "text"} onClick={() => setDark(!dark)}>
          {texts.show.dark}
        </Button>
      </div>
      <PreviewLeadBar chosen={chosen} blank={blank} />
      {show === "text" ? (
        <PlainText html={settled} leadId={chosen.lead?._id} />
      ) : (
        <>
          {hasFonts(settled) ? <p className="muted">{texts.fonts}</p> : null}
          {night === null ? null : <p className="muted">{texts.dark[night.kind]}</p>}
          <PreviewFrame html={night?.html ?? filled} device={show} />
        </>
      )}
    </figure>
  );
});

/** What readers without HTML get to see; the server makes it, as it does for each mail. */
function PlainText({ html, leadId }: { html: string; leadId: string | undefined }) {
  const texts = useTexts(previewTexts);
  const loaded = useLoad(queries.preview({ html, ...(leadId === undefined ? {} : { leadId }) }));
  return (
    <WhenLoaded what={texts.plainText} loaded={loaded} rows={4}>
      {({ text }) => <pre className="preview-text">{text}</pre>}
    </WhenLoaded>
  );
}
