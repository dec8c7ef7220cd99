import { useId, useState } from "react";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { campaignTexts } from "../../../contract/texts/workspace/campaigns.ts";
import { progressTexts } from "../../../contract/texts/workspace/progress.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useWords } from "../../_data/useWords.ts";
import { Badge } from "../../_parts/Badge.tsx";
import { Button } from "../../_parts/Button.tsx";
import type { Status } from "../../_parts/Notice.tsx";
import { shortMoment } from "../leads/shortMoment.ts";
import { CampaignBar } from "../realtime/CampaignBar.tsx";
import { CountBadge } from "../realtime/CountBadge.tsx";
import { useLive } from "../realtime/RealtimeContext.tsx";
import { waitingText } from "../realtime/waitingText.ts";
import { CampaignActions } from "./CampaignActions.tsx";
import { CampaignLinks } from "./CampaignLinks.tsx";
import { CampaignReactions } from "./CampaignReactions.tsx";
import { Ledger, type LedgerFilter } from "./Ledger.tsx";

const statuses: Record<Campaign["state"], Status | undefined> = {
  draft: undefined,
  scheduled: "waiting",
  holding: "waiting",
  starting: "waiting",
  running: "waiting",
  paused: "uncertain",
  cancelled: undefined,
  finished: "sent",
};

/** One that ended without reaching anybody is no success. */
function statusOf({ state, counts }: Campaign): Status | undefined {
  const isInVain = state === "finished" && counts.sent === 0 && counts.failed > 0;
  return isInVain ? "failed" : statuses[state];
}

/** One campaign: its state, its bar, its counts, who opened it or clicked, what can be done; links and ledger on demand. */
export function CampaignCard({ campaign }: { campaign: Campaign }) {
  const texts = useTexts(campaignTexts);
  const progressWords = useTexts(progressTexts);
  // The state whose recipients are shown, "all", or none.
  const [ledger, setLedger] = useState<LedgerFilter | null>(null);
  const [links, setLinks] = useState(false);
  const titleId = useId();
  const words = useWords();
  const { counts } = campaign;
  // While the server cannot be heard nobody knows how it goes on; the line above the panel says so.
  const isConnected = useLive().state !== "reconnecting";
  const status = statusOf(campaign);
  return (
    <li className="card campaign-card">
      <div className="account-head">
        <h3 id={titleId}>{campaign.subject}</h3>
        <Badge {...(status === undefined ? {} : { status })}>{texts.states[campaign.state]}</Badge>
      </div>
      <p className="muted">{texts.begun({ from: campaign.from, when: shortMoment(campaign.createdAt) })}</p>
      <CampaignBar reached={{ ...counts, total: campaign.recipients }} />
      <div className="campaign-report">
        <p className="send-counts">
          <CountBadge quiet status="failed" count={counts.failed} word={texts.counts.failed} />
          <CountBadge quiet status="uncertain" count={counts.uncertain} word={texts.counts.uncertain} />
          <CountBadge quiet count={counts.skipped} word={texts.counts.skipped} />
          <CountBadge
            quiet
            status="waiting"
            count={counts.queued + counts.sending + counts.deferred}
            word={texts.counts.remaining}
          />
        </p>
        {counts.sent === 0 ? null : <CampaignReactions campaign={campaign} />}
        {campaign.waiting === null || !isConnected ? null : (
          <p>{waitingText(campaign, { words, now: Date.now() }, progressWords)}</p>
        )}
      </div>
      <CampaignActions campaign={campaign} titleId={titleId}>
        <Button
          aria-describedby={titleId}
          aria-expanded={ledger !== null}
          onClick={() => setLedger(ledger === null ? "all" : null)}
        >
          {ledger === null ? texts.showRecipients : texts.hideRecipients}
        </Button>
        {campaign.trackClicks ? (
          <Button aria-describedby={titleId} aria-expanded={links} onClick={() => setLinks(!links)}>
            {links ? texts.hideLinks : texts.showLinks}
          </Button>
        ) : null}
      </CampaignActions>
      {links ? <CampaignLinks campaign={campaign} /> : null}
      {ledger === null ? null : <Ledger campaign={campaign} filter={ledger} onFilter={setLedger} />}
    </li>
  );
}
