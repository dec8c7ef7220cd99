import { useEffect } from "react";
import type { Lead } from "../../../contract/schemas/lead.ts";
import type { FollowedLink, LeadMail } from "../../../contract/schemas/leadActions.ts";
import { type LeadFormTexts, leadFormTexts } from "../../../contract/texts/workspace/leadForms.ts";
import { queries } from "../../_data/queries.ts";
import { useChanges } from "../../_data/ServerData.tsx";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useWords } from "../../_data/useWords.ts";
import { Badge } from "../../_parts/Badge.tsx";
import type { Status } from "../../_parts/Notice.tsx";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";
import { LeadConsentOf } from "./LeadConsentOf.tsx";
import { shortMoment } from "./shortMoment.ts";
import { nameOf } from "./table/leadColumns.tsx";

const statusOf: Record<LeadMail["state"], Status | undefined> = {
  queued: "waiting",
  sending: "waiting",
  deferred: "waiting",
  sent: "sent",
  failed: "failed",
  uncertain: "uncertain",
  skipped: undefined,
};

/** What was sent to one lead and what became of it, the newest first. */
export function LeadHistory({ lead }: { lead: Lead }) {
  const texts = useTexts(leadFormTexts);
  const history = useLoad(queries.leadHistory(lead._id));
  const { heard } = useChanges();
  const openedCount = history.value?.filter(({ openedAt }) => openedAt !== null).length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a history that is newer than the list behind it is the reason.
  useEffect(() => {
    if (openedCount > lead.openedCount) heard("leads");
  }, [openedCount]);
  return (
    <WhenLoaded what={texts.history.what} loaded={history} rows={3}>
      {(mails) => (
        <>
          <LeadConsentOf lead={lead} />
          <Mails lead={lead} mails={mails} />
        </>
      )}
    </WhenLoaded>
  );
}

function Mails({ lead, mails }: { lead: Lead; mails: readonly LeadMail[] }) {
  const texts = useTexts(leadFormTexts);
  const words = useWords();
  return (
    <>
      <p className="muted">
        {texts.history.head({ name: nameOf(lead), email: lead.email, added: shortMoment(lead.createdAt) })}
      </p>
      <p>{countsText(mails, texts)}</p>
      <ol className="history">
        {mails.map((mail) => (
          <li key={mail.campaignId}>
            <span className="history-head">
              <strong>{mail.subject}</strong>
              <Badge status={statusOf[mail.state]}>{texts.history.states[mail.state]}</Badge>
            </span>
            <span className="muted">{whenText(mail, texts)}</span>
            {mail.reason === null || mail.state === "sent" ? null : (
              <span>{words(mail.cause, mail.reason)}</span>
            )}
            <FollowedLinks links={mail.links} />
          </li>
        ))}
      </ol>
    </>
  );
}

function countsText(mails: readonly LeadMail[], texts: LeadFormTexts): string {
  if (mails.length === 0) return texts.history.none;
  const count = (holds: (mail: LeadMail) => boolean) => mails.filter(holds).length;
  const sent = count(({ sentAt }) => sentAt !== null);
  const opened = count(({ openedAt }) => openedAt !== null);
  const clicked = count(({ clickedAt }) => clickedAt !== null);
  return texts.history.counts({ sent, opened, clicked });
}

function whenText({ acceptedAt, sentAt, openedAt, clickedAt }: LeadMail, texts: LeadFormTexts): string {
  return [
    sentAt === null
      ? texts.history.accepted(shortMoment(acceptedAt))
      : texts.history.sent(shortMoment(sentAt)),
    ...(openedAt === null ? [] : [texts.history.opened(shortMoment(openedAt))]),
    ...(clickedAt === null ? [] : [texts.history.clicked(shortMoment(clickedAt))]),
  ].join(", ");
}

/** Which links of one mail its recipient followed, when, and how often. */
function FollowedLinks({ links }: { links: readonly FollowedLink[] }) {
  const texts = useTexts(leadFormTexts);
  if (links.length === 0) return null;
  return (
    <ul className="followed" aria-label={texts.history.links}>
      {links.map((link) => (
        <li key={link.url}>
          <span>{link.url}</span>
          <span className="muted">{timesText(link, texts)}</span>
        </li>
      ))}
    </ul>
  );
}

function timesText({ firstAt, clicks, machineClicks }: FollowedLink, texts: LeadFormTexts): string {
  const byPerson =
    firstAt === null ? [] : [texts.history.byPerson({ count: clicks, when: shortMoment(firstAt) })];
  const byMachine = machineClicks === 0 ? [] : [texts.history.byProgram(machineClicks)];
  return [...byPerson, ...byMachine].join("; ");
}
