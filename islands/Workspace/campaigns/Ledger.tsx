import type { ReactNode } from "react";
import type { Delivery, DeliveryState } from "../../../contract/schemas/campaign.ts";
import { type CampaignTexts, campaignTexts } from "../../../contract/texts/workspace/campaigns.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useWords } from "../../_data/useWords.ts";
import { Badge } from "../../_parts/Badge.tsx";
import { Table, type TableColumn } from "../../_parts/Table.tsx";
import { deliveryStatus } from "./deliveryStatus.ts";
import { LeadLink } from "./LeadLink.tsx";
import { exactMoment, listMoment } from "./when.ts";

/** The recipients of a campaign, with the state of each mail and its actions. */
export function LedgerRows({
  deliveries,
  subject,
  action,
  isOld,
}: {
  deliveries: readonly Delivery[];
  isOld?: boolean | undefined;
  subject: string;
  action?: (delivery: Delivery) => ReactNode;
}) {
  const texts = useTexts(campaignTexts);
  const words = useWords();
  // Mails that did not arrive cannot have been opened, so that column's space is used for actions.
  const reactions = deliveries.some(({ sentAt }) => sentAt !== null);
  const answers = answerColumns(deliveries, texts);
  const acts = action !== undefined && deliveries.some((delivery) => action(delivery) !== null);
  if (deliveries.length === 0) return null;
  return (
    <Table
      caption={texts.ledger.recipientsOf(subject)}
      rows={deliveries}
      isOld={isOld}
      rowKey={(delivery) => delivery._id}
      // With the moments of what came back it is wider: each would be a word a line, or stand beyond the edge.
      blocksBelowPx={answers.length > 1 ? 1340 : reactions ? 1240 : 720}
      columns={[
        { key: "email", title: texts.ledger.email, cell: (delivery) => <Recipient delivery={delivery} /> },
        { key: "state", title: texts.ledger.state, cell: ({ state }) => <DeliveryBadge state={state} /> },
        {
          key: "reason",
          title: texts.ledger.reason,
          cell: ({ cause, reason }) => <span className="ledger-reason">{words(cause, reason)}</span>,
        },
        { key: "attempts", title: texts.ledger.tries, align: "end", cell: ({ attempts }) => attempts },
        { key: "when", title: texts.ledger.when, cell: (delivery) => <When delivery={delivery} /> },
        ...(reactions ? reactionColumns(texts) : []),
        ...answers,
        ...(acts ? [{ key: "action", title: texts.ledger.action, cell: action }] : []),
      ]}
    />
  );
}

function reactionColumns({ ledger }: CampaignTexts): TableColumn<Delivery>[] {
  return [
    { key: "opened", title: ledger.opened, cell: ({ openedAt }) => <Moment at={openedAt} /> },
    { key: "clicked", title: ledger.clicked, cell: ({ clickedAt }) => <Moment at={clickedAt} /> },
  ];
}

/** Each of them where somebody here did so. */
function answerColumns(deliveries: readonly Delivery[], { ledger }: CampaignTexts): TableColumn<Delivery>[] {
  const moments = { replied: "repliedAt", complained: "complainedAt" } as const;
  return (["replied", "complained"] as const)
    .filter((key) => deliveries.some((delivery) => delivery[moments[key]] !== null))
    .map((key) => ({ key, title: ledger[key], cell: (delivery) => <Moment at={delivery[moments[key]]} /> }));
}

/** The address that the mail went to, which its lead may have left since, or have been deleted. */
function Recipient({ delivery: { leadId, email } }: { delivery: Delivery }) {
  if (leadId === null) return <Address email={email} />;
  return (
    <LeadLink id={leadId}>
      <Address email={email} />
    </LeadLink>
  );
}

/** An address that is too long for a line is wrapped at the @. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

function DeliveryBadge({ state }: { state: DeliveryState }) {
  const texts = useTexts(campaignTexts);
  const status = deliveryStatus[state];
  return <Badge {...(status === undefined ? {} : { status })}>{texts.delivery[state]}</Badge>;
}

/** When the mail was accepted, when it is tried again, or when it was tried for the first time. */
function When({ delivery }: { delivery: Delivery }) {
  const { ledger } = useTexts(campaignTexts);
  // Servers of the version before do not tell the first try.
  const { sentAt, triedAt = null, dueAt, state, attempts } = delivery;
  if (sentAt !== null) return <Moment at={sentAt} />;
  if (state === "deferred" && dueAt !== null) return ledger.nextTry(listMoment(dueAt));
  if (triedAt === null) return null;
  return attempts > 1 ? ledger.firstTry(listMoment(triedAt)) : <Moment at={triedAt} />;
}

function Moment({ at }: { at: number | null }) {
  if (at === null) return null;
  // In a narrow column the day and the time of day are a line each.
  return <time title={exactMoment(at)}>{listMoment(at).replace(/ (?=[AP]M$)/, "\u00a0")}</time>;
}
