import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { Button } from "../../_parts/Button.tsx";
import { EmptyState } from "../../_parts/EmptyState.tsx";
import { FailedState } from "../../_parts/FailedState.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { useLive } from "../realtime/RealtimeContext.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { CampaignCard } from "./CampaignCard.tsx";
import { withProgress } from "./withProgress.ts";

/** The Campaigns tab: every send, newest first, with what can be done about it and its ledger. */
export default function CampaignsPanel() {
  const { showTab } = useWorkspace();
  const live = useLive();
  // What the list looks like changes with the campaigns there are and their states; their counts come by socket.
  const states = [...live.campaigns.values()].map(({ progress }) => progress.campaignId + progress.state);
  const campaigns = useLoad(`campaigns ${states.join()}`, (signal) =>
    browserClient("GET /amplify/campaigns", {}, { signal }),
  );

  return (
    <>
      <header className="panel-head">
        <h2>Campaigns</h2>
      </header>
      {campaigns.state === "failed" ? <FailedState what="Your campaigns" loaded={campaigns} /> : null}
      {campaigns.state === "loading" ? <SkeletonRows rows={4} /> : null}
      {campaigns.value?.length === 0 ? (
        <EmptyState
          title="Nothing sent yet"
          action={
            <Button variant="primary" onClick={() => showTab("leads")}>
              Choose leads to send to
            </Button>
          }
        >
          Every send is kept here with what became of each recipient.
        </EmptyState>
      ) : null}
      <ul className="campaign-list">
        {(campaigns.value ?? []).map((campaign: Campaign) => (
          <CampaignCard
            key={campaign._id}
            campaign={withProgress(campaign, live.campaigns.get(campaign._id))}
            onChanged={campaigns.reload}
          />
        ))}
      </ul>
    </>
  );
}
