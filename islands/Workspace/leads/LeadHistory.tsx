import { useEffect } from "react";
import type { Lead } from "../../../contract/schemas/lead.ts";
import type { FollowedLink, LeadMail } from "../../../contract/schemas/leadActions.ts";
import { queries } from "../../_data/queries.ts";
import { useChanges } from "../../_data/ServerData.tsx";
import { useLoad } from "../../_data/useLoad.ts";
import { useWords } from "../../_data/useWords.ts";
import { Badge } from "../../_parts/Badge.tsx";
import type { Status } from "../../_parts/Notice.tsx";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";
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
  const history = useLoad(queries.leadHistory(lead._id));
  const { heard } = useChanges();
  const openedCount = history.value?.filter(({ openedAt }) => openedAt !== null).length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a history that is newer than the list behind it is the reason.
  useEffect(() => {
    if (openedCount > lead.openedCount) heard("leads");
  }, [openedCount]);
  return (
    <WhenLoaded what="The history" loaded={history} rows={3}>
      {(mails) => <Mails lead={lead} mails={mails} />}
    </WhenLoaded>
  );
}

function Mails({ lead, mails }: { lead: Lead; mails: readonly LeadMail[] }) {
  const words = useWords();
  return (
    <>
      <p className="muted">
        {nameOf(lead)}, {lead.email}, added {shortMoment(lead.createdAt)}
      </p>
      <p>{countsText(mails)}</p>
      <ol className="history">
        {mails.map((mail) => (
          <li key={mail.campaignId}>
            <span className="history-head">
              <strong>{mail.subject}</strong>
              <Badge status={statusOf[mail.state]}>{mail.state}</Badge>
            </span>
            <span className="muted">{whenText(mail)}</span>
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

function countsText(mails: readonly LeadMail[]): string {
  if (mails.length === 0) return "Nothing has been sent to this lead yet.";
  const count = (holds: (mail: LeadMail) => boolean) => mails.filter(holds).length;
  const sent = count(({ sentAt }) => sentAt !== null);
  const opened = count(({ openedAt }) => openedAt !== null);
  const clicked = count(({ clickedAt }) => clickedAt !== null);
  return `${sent} ${sent === 1 ? "mail" : "mails"} sent, ${opened} opened, ${clicked} clicked in.`;
}

function whenText({ acceptedAt, sentAt, openedAt, clickedAt }: LeadMail): string {
  return [
    sentAt === null ? `Accepted ${shortMoment(acceptedAt)}` : `Sent ${shortMoment(sentAt)}`,
    ...(openedAt === null ? [] : [`opened ${shortMoment(openedAt)}`]),
    ...(clickedAt === null ? [] : [`clicked ${shortMoment(clickedAt)}`]),
  ].join(", ");
}

/** Which links of one mail its recipient followed, when, and how often. */
function FollowedLinks({ links }: { links: readonly FollowedLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="followed" aria-label="Links followed">
      {links.map((link) => (
        <li key={link.url}>
          <span>{link.url}</span>
          <span className="muted">{timesText(link)}</span>
        </li>
      ))}
    </ul>
  );
}

function timesText({ firstAt, clicks, machineClicks }: FollowedLink): string {
  const byPerson = firstAt === null ? [] : [`${times(clicks)}, first ${shortMoment(firstAt)}`];
  const byMachine = machineClicks === 0 ? [] : [`${times(machineClicks)} by a program`];
  return [...byPerson, ...byMachine].join("; ");
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
