import { useEffect } from "react";
import type { Lead } from "../../../contract/schemas/lead.ts";
import type { LeadMail } from "../../../contract/schemas/leadActions.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { Badge } from "../../_parts/Badge.tsx";
import { FailedState } from "../../_parts/FailedState.tsx";
import type { Status } from "../../_parts/Notice.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { FollowedLinks } from "./FollowedLinks.tsx";
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
  const history = useLoad(`history ${lead._id}`, (signal) =>
    browserClient("GET /amplify/leads/{id}/history", { params: { id: lead._id } }, { signal }),
  );
  const { leads } = useWorkspace();
  const openedCount = history.value?.filter(({ openedAt }) => openedAt !== null).length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a history that is newer than the list behind it is the reason.
  useEffect(() => {
    if (openedCount > lead.openedCount) leads.refresh();
  }, [openedCount]);
  if (history.state === "failed") return <FailedState what="The history" loaded={history} />;
  if (history.value === undefined) return <SkeletonRows rows={3} />;
  return (
    <>
      <p className="muted">
        {nameOf(lead)}, {lead.email}, added {shortMoment(lead.createdAt)}
      </p>
      <p>{countsText(history.value)}</p>
      <ol className="history">
        {history.value.map((mail) => (
          <li key={mail.campaignId}>
            <span className="history-head">
              <strong>{mail.subject}</strong>
              <Badge status={statusOf[mail.state]}>{mail.state}</Badge>
            </span>
            <span className="muted">{whenText(mail)}</span>
            {mail.reason === null || mail.state === "sent" ? null : <span>{mail.reason}</span>}
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
