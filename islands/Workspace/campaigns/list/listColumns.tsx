import type { ReactNode } from "react";
import { campaignName } from "../../../../contract/campaigns/campaignName.ts";
import { withFallbacks } from "../../../../contract/mergeFields.ts";
import type { Campaign, CampaignSort } from "../../../../contract/schemas/campaign.ts";
import { progressTexts } from "../../../../contract/texts/workspace/progress.ts";
import type { WatchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { useLive } from "../../realtime/RealtimeContext.tsx";
import { waitingText } from "../../realtime/waitingText.ts";
import { addressOf } from "../../shell/address.ts";
import { useAudienceWords } from "../audienceWords.ts";
import { SmallPicture } from "../picture/Picture.tsx";
import { StateBadge } from "../StateBadge.tsx";
import { shareText } from "../shares.ts";
import { hasBegun, isEnded } from "../steering/actions.ts";
import { exactMoment, listMoment } from "../when.ts";

export type ListColumn = {
  id: string;
  title: (texts: WatchingTexts) => string;
  sort?: CampaignSort;
  end?: true;
  cell: (campaign: Campaign, texts: WatchingTexts) => ReactNode;
};

/** The columns of the list of campaigns, in their order. */
export const listColumns: readonly ListColumn[] = [
  { id: "campaign", title: ({ list }) => list.campaign, sort: "name", cell: named },
  {
    id: "state",
    title: ({ list }) => list.state,
    sort: "state",
    cell: (campaign) => <StateBadge campaign={campaign} />,
  },
  { id: "became", title: ({ list }) => list.became, cell: became },
  { id: "sent", title: ({ list }) => list.mails, sort: "sent", end: true, cell: sent },
  {
    id: "opened",
    title: ({ list }) => list.opened,
    sort: "opened",
    end: true,
    cell: (campaign, texts) =>
      reaction(campaign, { counted: campaign.trackOpens, people: campaign.opened }, texts),
  },
  {
    id: "clicked",
    title: ({ list }) => list.clicked,
    sort: "clicked",
    end: true,
    cell: (campaign, texts) =>
      reaction(campaign, { counted: campaign.trackClicks, people: campaign.clicked }, texts),
  },
  { id: "when", title: ({ list }) => list.when, sort: "createdAt", cell: when },
];

/** Where a campaign is looked at; a draft is written on. */
export function addressOfCampaign({ _id, state }: Pick<Campaign, "_id" | "state">): string {
  return state === "draft" ? addressOf("campaigns", _id, "compose") : addressOf("campaigns", _id);
}

export function nameOf(campaign: Pick<Campaign, "name" | "subject">, { list }: WatchingTexts): string {
  return campaignName(campaign) || list.untitled;
}

function named(campaign: Campaign, texts: WatchingTexts): ReactNode {
  return (
    <>
      <a className="campaign-name" href={addressOfCampaign(campaign)}>
        {nameOf(campaign, texts)}
      </a>
      <Details campaign={campaign} texts={texts} />
    </>
  );
}

/** What it is, whom it is for, by whom; then what a narrow column may cut off. */
function Details({ campaign, texts }: { campaign: Campaign; texts: WatchingTexts }) {
  const { list, audience: words } = texts;
  const { from, accounts, audience, createdBy, subject, name, steps } = campaign;
  const wordsOf = useAudienceWords(texts);
  const others = accounts.length - 1;
  const to =
    audience === null
      ? []
      : [
          ...wordsOf(audience, audience.picked ? words.somePicked : ""),
          ...(audience.more === 0 || audience.everyone ? [] : [words.more(audience.more)]),
        ];
  const details = [
    ...(campaign.kind === "sequence" ? [list.sequence(steps)] : []),
    ...(to.length === 0 ? [] : [words.short(to.join(", "))]),
    ...(createdBy === null ? [] : [list.by(createdBy)]),
    ...(from === "" ? [] : [others > 0 ? list.fromAnd({ from, more: others }) : list.from(from)]),
    ...(subject !== "" && name !== "" && subject !== name ? [withFallbacks(subject)] : []),
  ];
  const said = details.join(" · ");
  return (
    <span className="campaign-details" title={said}>
      {said}
    </span>
  );
}

function became(campaign: Campaign, { list }: WatchingTexts): ReactNode {
  if (campaign.total > 0 && hasBegun(campaign))
    return (
      <>
        <SmallPicture campaign={campaign} />
        <Waiting campaign={campaign} />
      </>
    );
  // What could not begin says why, and what never will has no moment at which it does.
  const isAhead = campaign.state === "scheduled" || campaign.state === "holding";
  if (campaign.waiting !== null && !isAhead) return <Waiting campaign={campaign} />;
  if (campaign.state === "draft" || isEnded(campaign)) return null;
  return campaign.startAt === null ? null : (
    <>
      <span className="muted">{list.starts(listMoment(campaign.startAt))}</span>
      <Waiting campaign={campaign} />
    </>
  );
}

/** Why nothing goes just now, and when it goes on. */
function Waiting({ campaign }: { campaign: Campaign }) {
  const texts = useTexts(progressTexts);
  const words = useWords();
  const { state } = useLive();
  // While the server cannot be heard nobody knows how it goes on; the line above the panel says so.
  if (campaign.waiting === null || state === "reconnecting") return null;
  const why = waitingText(campaign, { words, now: Date.now() }, texts);
  return (
    <span className="campaign-waiting" title={why}>
      {why}
    </span>
  );
}

function sent(campaign: Campaign, { list }: WatchingTexts): ReactNode {
  if (!hasBegun(campaign)) return <span className="muted">{list.notYet}</span>;
  const { counts, recipients } = campaign;
  return counts.sent === recipients
    ? counts.sent.toLocaleString("en")
    : list.sentOf({ sent: counts.sent, of: recipients });
}

function reaction(
  { counts, ...campaign }: Campaign,
  { counted, people }: { counted: boolean; people: number },
  { list }: WatchingTexts,
): ReactNode {
  if (!counted || !hasBegun(campaign) || counts.sent === 0)
    return <span className="muted">{list.notYet}</span>;
  return (
    <span title={list.ofSent({ count: people, sent: counts.sent })}>
      {shareText(people, counts.sent, list.notYet)}
      <span className="visually-hidden">, {list.ofSent({ count: people, sent: counts.sent })}</span>
    </span>
  );
}

function when({ state, startAt, createdAt }: Campaign): ReactNode {
  const at = state === "draft" ? createdAt : (startAt ?? createdAt);
  return <time title={exactMoment(at)}>{listMoment(at)}</time>;
}
