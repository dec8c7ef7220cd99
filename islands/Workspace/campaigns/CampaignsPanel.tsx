import { lazy, Suspense } from "react";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { campaignTexts } from "../../../contract/texts/workspace/campaigns.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { EmptyState } from "../../_parts/EmptyState.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";
import { withStyles } from "../../_runtime/withStyles.ts";
import { useLive } from "../realtime/RealtimeContext.tsx";
import { doneOf, type Watched } from "../realtime/useRealtime.ts";
import { useAddress } from "../shell/address.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { CampaignCard } from "./CampaignCard.tsx";
import { composedAt } from "./composing/address.ts";
import { NewCampaign } from "./composing/NewCampaign.tsx";

const Composer = lazy(() => withStyles("composing", () => import("./composing/Composer.tsx")));

/** The Campaigns tab: the list of them, or the one that the address names. */
export default function CampaignsPanel() {
  const composed = composedAt(useAddress());
  if (composed === null) return <AllCampaigns />;
  return (
    <Suspense fallback={<SkeletonRows rows={8} />}>
      <Composer key={composed.id} {...composed} />
    </Suspense>
  );
}

/** Every send, newest first, with what can be done about it and its ledger. */
function AllCampaigns() {
  const texts = useTexts(campaignTexts);
  const campaigns = useLoad(queries.campaigns());

  return (
    <>
      <header className="panel-head">
        <h2>{texts.title}</h2>
        <NewCampaign />
      </header>
      <WhenLoaded what={texts.yourCampaigns} loaded={campaigns} rows={4}>
        {(sent) => (sent.length === 0 ? <NothingSent /> : <CampaignList campaigns={sent} />)}
      </WhenLoaded>
    </>
  );
}

function NothingSent() {
  const texts = useTexts(campaignTexts);
  const { showTab } = useWorkspace();
  return (
    <EmptyState
      title={texts.empty.title}
      action={
        <Button variant="primary" onClick={() => showTab("leads")}>
          {texts.empty.chooseLeads}
        </Button>
      }
    >
      {texts.empty.text}
    </EmptyState>
  );
}

/** What the socket says since is drawn in ten times a second; the panel around it is not. */
function CampaignList({ campaigns }: { campaigns: readonly Campaign[] }) {
  const live = useLive();
  return (
    <ul className="campaign-list">
      {campaigns.map((campaign) => (
        <CampaignCard
          key={campaign._id}
          campaign={withProgress(campaign, live.campaigns.get(campaign._id))}
        />
      ))}
    </ul>
  );
}

/** A campaign as it was listed, brought up to date by what the socket said since. The further one of the two counts. */
function withProgress(campaign: Campaign, watched: Watched | undefined): Campaign {
  if (watched === undefined) return campaign;
  const { progress } = watched;
  const { sent, failed, uncertain, skipped } = campaign.counts;
  if (doneOf(progress) + progress.skipped < sent + failed + uncertain + skipped) return campaign;
  return {
    ...campaign,
    state: progress.state,
    waiting: progress.waiting,
    waitingCause: progress.waitingCause,
    nextAt: progress.nextAt,
    recipients: progress.total,
    counts: {
      // The socket counts those that are on their way among the queued.
      queued: progress.queued,
      sending: 0,
      deferred: progress.deferred,
      sent: progress.success,
      failed: progress.failed,
      uncertain: progress.uncertain,
      skipped: progress.skipped,
    },
  };
}
