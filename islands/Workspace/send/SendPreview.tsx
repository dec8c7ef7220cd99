import { useState } from "react";
import { sendTexts } from "../../../contract/texts/workspace/sending.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";
import { PreviewFrame } from "../design/preview/PreviewFrame.tsx";

/** The mail as single leads would get it, one after the other, blanks named. */
export function SendPreview({
  templateId,
  subject,
  leadIds,
  recipients,
}: {
  templateId: string;
  subject: string;
  leadIds: readonly string[];
  recipients: number;
}) {
  const texts = useTexts(sendTexts);
  const [wanted, setAt] = useState(0);
  const [device, setDevice] = useState<"desktop" | "phone">("desktop");
  // The leads may have become fewer since.
  const at = Math.min(wanted, Math.max(0, leadIds.length - 1));
  const leadId = leadIds[at];
  const preview = useLoad(
    queries.preview({ templateId, subject, ...(leadId === undefined ? {} : { leadId }) }),
  );
  return (
    <section className="send-preview" aria-label={texts.preview.title} aria-busy={preview.refreshing}>
      <div className="send-preview-head">
        <p aria-live="polite">
          {preview.value === undefined
            ? ""
            : texts.preview.position({ to: preview.value.to, at: at + 1, of: recipients })}
        </p>
        <fieldset className="send-device">
          <legend className="visually-hidden">{texts.preview.device}</legend>
          {(["desktop", "phone"] as const).map((one) => (
            <Button key={one} aria-pressed={device === one} onClick={() => setDevice(one)}>
              {texts.preview[one]}
            </Button>
          ))}
        </fieldset>
        <div className="send-preview-steps" hidden={recipients < 2}>
          <Button aria-disabled={at === 0} onClick={() => setAt(at - 1)}>
            {texts.preview.previous}
          </Button>
          <Button aria-disabled={at >= leadIds.length - 1} onClick={() => setAt(at + 1)}>
            {texts.preview.next}
          </Button>
        </div>
      </div>
      <WhenLoaded what={texts.preview.what} loaded={preview} rows={4}>
        {({ subject: filledIn, missing, html }) => (
          <>
            <p className="send-preview-subject">
              <span className="muted">{texts.subject}</span> {filledIn || texts.preview.noSubject}
            </p>
            {missing.length === 0 ? null : (
              <Notice status="uncertain">
                {texts.preview.blanks(missing.map((field) => `{{${field}}}`).join(", "))}
              </Notice>
            )}
            <PreviewFrame html={html} device={device} />
          </>
        )}
      </WhenLoaded>
    </section>
  );
}
