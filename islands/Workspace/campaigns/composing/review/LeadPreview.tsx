import { useMemo, useState } from "react";
import { variantLetter } from "../../../../../contract/campaigns/variantLetter.ts";
import { composingLimits } from "../../../../../contract/limits/composing.ts";
import type { MailPreview } from "../../../../../contract/schemas/preflight.ts";
import { reviewTexts, whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { queries } from "../../../../_data/queries.ts";
import { useDebounced } from "../../../../_data/useDebounced.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useMedia } from "../../../../_data/useMedia.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { LineSelect } from "../../../../_parts/fields/LineSelect.tsx";
import { Icon } from "../../../../_parts/Icon.tsx";
import { WhenLoaded } from "../../../../_parts/WhenLoaded.tsx";
import { darkMail } from "../../../design/preview/darkMail.ts";
import { PreviewFrame } from "../../../design/preview/PreviewFrame.tsx";
import { composingQuestions } from "../draft/questions.ts";
import { useComposing, useMail } from "../draft/useDraft.ts";
import { sentSubject, shownSteps } from "../what/steps.ts";
import { TestSend } from "./TestSend.tsx";
import { useReview } from "./useReview.ts";

const shows = ["phone", "desktop", "text"] as const;
type Show = (typeof shows)[number];

/** The mail that is being written as each lead gets it, one after the other; what stays blank is said. */
export function LeadPreview() {
  const texts = useTexts(reviewTexts);
  const { draft, shownMail } = useComposing();
  const mail = useMail(shownMail);
  const html = mail.value?.html ?? "";
  const line = draft.plan.mails.find(({ variantId }) => variantId === shownMail);
  return (
    <section className="lead-preview" aria-label={texts.preview}>
      <WhichMail />
      {html === "" && mail.state === "done" ? (
        <div className="preview-empty">
          <p>{texts.nothingYet}</p>
        </div>
      ) : (
        <WhenLoaded what={texts.mail} loaded={mail} rows={6}>
          {() => (
            <Shown html={html} subject={sentSubject(draft.plan, shownMail)} preview={line?.preview ?? ""} />
          )}
        </WhenLoaded>
      )}
    </section>
  );
}

const braced = (fields: readonly string[]): string => fields.map((field) => `{{${field}}}`).join(", ");

function WhichMail() {
  const texts = useTexts(reviewTexts);
  const what = useTexts(whatTexts);
  const { draft, shownMail, showMail } = useComposing();
  const options = shownSteps(draft.plan).flatMap(({ variants }, at) =>
    variants.map(({ id }, index) => ({
      value: id,
      text: what.mailVariant({ mail: at + 1, variant: variants.length > 1 ? variantLetter(index) : null }),
    })),
  );
  if (options.length < 2) return null;
  return <LineSelect label={texts.which} value={shownMail} options={options} onChange={showMail} />;
}

function Shown({ html, subject, preview }: { html: string; subject: string; preview: string }) {
  const texts = useTexts(reviewTexts);
  const { draft } = useComposing();
  const review = useReview(draft);
  const narrow = useMedia("(width < 45rem)");
  const [chosen, setShow] = useState<Show | null>(null);
  const [dark, setDark] = useState(false);
  const [wanted, setAt] = useState(0);
  const show = chosen ?? (narrow ? "phone" : "desktop");
  const leadIds = review.value?.sampleLeadIds ?? [];
  const at = Math.min(wanted, Math.max(0, leadIds.length - 1));
  const leadId = leadIds[at];
  const settled = useDebounced(subject, composingLimits.countAfterMs);
  const line = useDebounced(preview, composingLimits.countAfterMs);
  const drawn = useLoad(
    composingQuestions.preview({
      html,
      subject: settled,
      preview: line,
      ...(leadId === undefined ? {} : { leadId }),
    }),
  );
  return (
    <>
      <div className="preview-head">
        <div className="preview-steps">
          <Button
            shape="icon"
            aria-label={texts.previous}
            aria-disabled={at === 0}
            onClick={() => setAt(Math.max(0, at - 1))}
          >
            <Icon size={16} path="M15 5l-7 7 7 7" />
          </Button>
          <p aria-live="polite">
            {drawn.value === undefined ? null : (
              <>
                <strong>{drawn.value.to}</strong>{" "}
                <span className="muted">
                  {leadIds.length === 0
                    ? texts.yourself
                    : texts.position({ at: at + 1, of: review.value?.audience.recipients ?? leadIds.length })}
                </span>
              </>
            )}
          </p>
          <Button
            shape="icon"
            aria-label={texts.next}
            // Not disabled: who has pressed it until the last one would lose the focus with it.
            aria-disabled={at >= leadIds.length - 1}
            onClick={() => setAt(Math.max(0, Math.min(at + 1, leadIds.length - 1)))}
          >
            <Icon size={16} path="M9 5l7 7-7 7" />
          </Button>
        </div>
        <div className="preview-shows">
          {shows.map((one) => (
            <Button key={one} variant="quiet" aria-pressed={show === one} onClick={() => setShow(one)}>
              {texts.shows[one]}
            </Button>
          ))}
          <Button
            variant="quiet"
            aria-pressed={dark}
            disabled={show === "text"}
            onClick={() => setDark(!dark)}
          >
            {texts.shows.dark}
          </Button>
        </div>
      </div>
      <WhenLoaded what={texts.mail} loaded={drawn} rows={6}>
        {(mail) => <Drawn mail={mail} show={show} dark={dark} />}
      </WhenLoaded>
      <TestSend html={html} subject={subject} preview={preview} leadId={leadId} />
    </>
  );
}

function Drawn({ mail, show, dark }: { mail: MailPreview; show: Show; dark: boolean }) {
  const texts = useTexts(reviewTexts);
  const { draft } = useComposing();
  const credentials = useLoad(queries.credentials());
  const from = credentials.value?.find(({ _id }) => _id === draft.plan.accounts[0])?.sender;
  const html = useMemo(() => (dark ? darkMail(mail.html).html : mail.html), [dark, mail.html]);
  return (
    <>
      <div className="preview-envelope">
        <p className="muted">{from ?? texts.noSender}</p>
        <p>
          <strong>
            <bdi>{mail.subject || texts.noSubject}</bdi>
          </strong>{" "}
          <bdi className="muted">{mail.preview}</bdi>
        </p>
        {mail.missing.length === 0 ? null : (
          <p className="preview-blank" role="status">
            {texts.blank(braced(mail.missing))}
          </p>
        )}
        {mail.unknown.length === 0 ? null : (
          <p className="preview-blank" role="status">
            {texts.unknown(braced(mail.unknown))}
          </p>
        )}
      </div>
      {show === "text" ? (
        <pre className="preview-text">{mail.text}</pre>
      ) : (
        <PreviewFrame html={html} device={show} />
      )}
    </>
  );
}
