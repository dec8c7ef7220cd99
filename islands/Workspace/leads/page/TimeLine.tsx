import { type ReactNode, useEffect, useState } from "react";
import { leadLimits } from "../../../../contract/limits/leads.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import type { LeadMail } from "../../../../contract/schemas/leadActions.ts";
import { leadFormTexts } from "../../../../contract/texts/workspace/leadForms.ts";
import { type LeadPageTexts, leadPageTexts } from "../../../../contract/texts/workspace/leadPage.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { shortMoment } from "../../../_data/momentsHere.ts";
import { queries } from "../../../_data/queries.ts";
import { useChanges } from "../../../_data/ServerData.tsx";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Icon } from "../../../_parts/Icon.tsx";
import { useFocusHome } from "../../../_parts/lostFocus.ts";
import { Notice } from "../../../_parts/Notice.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { deliveryStatus } from "../../campaigns/deliveryStatus.ts";
import { addressOf } from "../../shell/address.ts";
import { leadNotesQuestion } from "./questions.ts";
import { type Happening, subjectFor, timeLineOf } from "./timeLine.ts";

const { happeningsShown } = screenLimits;

/** The history of one lead, the newest first; older entries are loaded on request. */
export function TimeLine({ lead }: { lead: Lead }) {
  const texts = useTexts(leadPageTexts);
  const first = useLoad(queries.leadHistory(lead._id));
  useNewerThanList(lead, first.value ?? []);
  const consent = useLoad(queries.leadConsent(lead._id));
  const notes = useLoad(leadNotesQuestion(lead._id));
  const [earlier, setEarlier] = useState<readonly LeadMail[]>([]);
  const [reachedEnd, setReachedEnd] = useState(false);
  const [shown, setShown] = useState<number>(happeningsShown);
  const mails = [...(first.value ?? []), ...earlier];
  const reachesBack = reachedEnd || (first.value?.length ?? 0) < leadLimits.historyMax;
  const loading = useAction(async () => {
    const before = mails.at(-1)?.campaignId;
    const params = { id: lead._id };
    const query = before === undefined ? {} : { before };
    const page = await browserClient("GET /amplify/leads/{id}/history", { params, query });
    setEarlier([...earlier, ...page]);
    setReachedEnd(page.length < leadLimits.historyMax);
  });
  const showEarlier = async (known: number) => {
    setShown(shown + happeningsShown);
    if (known <= shown + happeningsShown && !reachesBack) await loading.run();
  };
  const line = timeLineOf({
    mails,
    reachesBack,
    createdAt: lead.createdAt,
    consent: consent.value,
    notes: notes.value ?? [],
  });
  const isWhole = [first, consent, notes].every(({ value }) => value !== undefined);
  const list = useFocusHome<HTMLOListElement>(isWhole ? line.length : undefined, true);
  return (
    <WhenLoaded what={texts.line.title} loaded={first} rows={4}>
      {() => (
        <>
          <ol ref={list} className="time-line" aria-label={texts.line.title} tabIndex={-1}>
            {line.slice(0, shown).map((happening) => (
              <Entry key={happening.key} lead={lead} of={happening} />
            ))}
          </ol>
          {loading.message === "" ? null : <Notice status="failed">{loading.message}</Notice>}
          {line.length <= shown && reachesBack ? null : (
            <Button
              variant="quiet"
              aria-disabled={loading.running}
              onClick={() => void showEarlier(line.length)}
            >
              {loading.running ? texts.line.loading : texts.line.earlier}
            </Button>
          )}
        </>
      )}
    </WhenLoaded>
  );
}

/** Where more of a lead's mails were opened than the list knows of, the list is asked for again. */
function useNewerThanList({ openedCount }: Lead, mails: readonly LeadMail[]): void {
  const { heard } = useChanges();
  const known = mails.filter(({ openedAt }) => openedAt !== null).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a history that is newer than the list is the reason, and asked once.
  useEffect(() => {
    if (known > openedCount) heard("leads");
  }, [known]);
}

function Entry({ lead, of }: { lead: Lead; of: Happening }) {
  const texts = useTexts(leadPageTexts);
  return (
    <li data-kind={of.kind} data-status={of.kind === "mail" ? deliveryStatus[of.mail.state] : undefined}>
      <span className="time-line-head">
        <strong>{wordOf(of, texts)}</strong>
        <time className="muted" dateTime={new Date(of.at).toISOString()}>
          {shortMoment(of.at)}
        </time>
        {of.kind === "bounced" && of.returned.forGoodAt !== null ? <MailAgain lead={lead} /> : null}
        {of.kind === "note" ? <DeleteNote lead={lead} noteId={of.note._id} /> : null}
      </span>
      <About lead={lead} of={of} />
    </li>
  );
}

function wordOf(of: Happening, { line }: LeadPageTexts): string {
  if (of.kind === "mail") return line.states[of.mail.state];
  if (of.kind === "consent") return line.consent[of.consent];
  if (of.kind === "bounced") return line.bounced[of.returned.forGoodAt === null ? "forNow" : "forGood"];
  return line[of.kind];
}

/** Further details of an entry. */
function About({ lead, of }: { lead: Lead; of: Happening }): ReactNode {
  const texts = useTexts(leadPageTexts);
  const { consent } = useTexts(leadFormTexts);
  const words = useWords();
  switch (of.kind) {
    case "mail":
      return (
        <>
          <OfMail lead={lead} of={of} />
          {of.mail.reason === null || of.mail.state === "sent" ? null : (
            <span className="muted">{words(of.mail.cause, of.mail.reason)}</span>
          )}
          {of.mail.links.map(({ url, machineClicks }) =>
            machineClicks === 0 ? null : (
              <span key={url} className="muted">
                {url} ({texts.line.byProgram(machineClicks)})
              </span>
            ),
          )}
        </>
      );
    case "opened":
    case "replied":
    case "complained":
      return <OfMail lead={lead} of={of} />;
    case "bounced":
      return <span className="muted">{texts.line.returnedWords(of.returned)}</span>;
    case "clicked":
      return (
        <>
          <OfMail lead={lead} of={of} />
          {of.url === "" ? null : (
            <span className="muted">
              {of.url} ({texts.line.times(of.clicks)})
            </span>
          )}
        </>
      );
    case "left":
      return (
        <>
          <span>
            {[
              of.subject === null ? consent.aMail : subjectFor(lead, of.subject),
              ...(of.reason === null ? [] : [consent.reasons[of.reason]]),
            ].join(": ")}
          </span>
          {of.words === null ? null : <q>{of.words}</q>}
        </>
      );
    case "consent":
      return (
        <span className="muted">
          {of.how === null ? of.by : consent.hows[of.how]}
          {of.how === null || of.by === null ? null : ` (${of.by})`}
        </span>
      );
    case "note":
      return (
        <>
          <span className="time-line-note">{of.note.text}</span>
          <span className="muted">{of.note.by ?? texts.notes.gone}</span>
        </>
      );
    default:
      return null;
  }
}

function OfMail({
  lead,
  of: { campaignId, subject },
}: {
  lead: Lead;
  of: { campaignId: string; subject: string };
}) {
  return <a href={addressOf("campaigns", campaignId)}>{subjectFor(lead, subject)}</a>;
}

function MailAgain({ lead }: { lead: Lead }) {
  const texts = useTexts(leadPageTexts);
  const mailing = useAction(() =>
    browserClient("DELETE /amplify/leads/{id}/returned", { params: { id: lead._id } }),
  );
  return (
    <>
      <Button variant="quiet" aria-disabled={mailing.running} onClick={() => mailing.run()}>
        {texts.line.mailAgain}
      </Button>
      {mailing.message === "" ? null : <span role="alert">{mailing.message}</span>}
    </>
  );
}

function DeleteNote({ lead, noteId }: { lead: Lead; noteId: string }) {
  const texts = useTexts(leadPageTexts);
  const deleting = useAction(() =>
    browserClient("DELETE /amplify/leads/{id}/notes/{noteId}", { params: { id: lead._id, noteId } }),
  );
  return (
    <Button
      variant="quiet"
      shape="icon"
      aria-label={texts.notes.delete}
      title={deleting.message || texts.notes.delete}
      aria-disabled={deleting.running}
      onClick={() => deleting.run()}
    >
      <Icon size={14} path="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13" />
    </Button>
  );
}
