import { memo, useMemo, useState } from "react";
import { blankFields } from "../../../../contract/imports/blankFields.ts";
import { designLimits } from "../../../../contract/limits/design.ts";
import { fillIn } from "../../../../contract/mergeFields.ts";
import { hasFonts } from "../../../../mail/values/fonts.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useSettled } from "../../../_data/useSettled.ts";
import { Button } from "../../../_parts/Button.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { darkMail } from "./darkMail.ts";
import { PreviewFrame } from "./PreviewFrame.tsx";
import { PreviewLeadBar } from "./PreviewLeadBar.tsx";
import { usePreviewLead } from "./usePreviewLead.ts";

type Show = "desktop" | "phone" | "text";
const shows: readonly (readonly [Show, string])[] = [
  ["desktop", "Desktop"],
  ["phone", "Phone"],
  ["text", "Plain text"],
];
const darkWords = {
  own: "Dark: the mail's own dark styles, as Apple Mail applies them.",
  recoloured:
    "Dark, simulated: this mail has no dark styles, so programs such as Gmail and Outlook choose colours themselves. Each does it a little differently.",
};

const fontWords =
  "This mail brings fonts of its own. They are not loaded here: you see what programs such as Gmail and Outlook show, which do not load them either.";

/**
 * The mail as one lead would get it, once nobody has typed for a moment: wide or narrow, light or dark, or as text.
 * On a telephone it begins as a telephone shows it. What is not about the mail's HTML draws it no second time: it may
 * be a megabyte, and somebody may be typing beside it.
 */
export const TemplatePreview = memo(function TemplatePreview({ html }: { html: string }) {
  const [show, setShow] = useState<Show>(() =>
    window.matchMedia("(width < 720px)").matches ? "phone" : "desktop",
  );
  const [dark, setDark] = useState(false);
  const chosen = usePreviewLead();
  const { pauseMs, longPauseMs, longCharacters } = designLimits.preview;
  const settled = useSettled(html, html.length > longCharacters ? longPauseMs : pauseMs);
  const { values } = chosen;
  const filled = useMemo(() => fillIn(settled, values, { escape: "html" }), [settled, values]);
  const blank = useMemo(() => blankFields(settled, values), [settled, values]);
  const night = useMemo(() => (dark ? darkMail(filled) : null), [dark, filled]);

  return (
    <figure className="preview">
      <figcaption>Preview</figcaption>
      <div className="actions preview-modes">
        {shows.map(([key, title]) => (
          <Button key={key} aria-pressed={show === key} onClick={() => setShow(key)}>
            {title}
          </Button>
        ))}
        <Button aria-pressed={dark} disabled={show === "text"} onClick={() => setDark(!dark)}>
          Dark
        </Button>
      </div>
      <PreviewLeadBar chosen={chosen} blank={blank} />
      {show === "text" ? (
        <PlainText html={settled} leadId={chosen.lead?._id} />
      ) : (
        <>
          {hasFonts(settled) ? <p className="muted">{fontWords}</p> : null}
          {night === null ? null : <p className="muted">{darkWords[night.kind]}</p>}
          <PreviewFrame html={night?.html ?? filled} device={show} />
        </>
      )}
    </figure>
  );
});

/** What readers without HTML get to see; the server makes it, as it does for each mail. */
function PlainText({ html, leadId }: { html: string; leadId: string | undefined }) {
  const loaded = useLoad(queries.preview({ html, ...(leadId === undefined ? {} : { leadId }) }));
  return (
    <WhenLoaded what="The plain text" loaded={loaded} rows={4}>
      {({ text }) => <pre className="preview-text">{text}</pre>}
    </WhenLoaded>
  );
}
