import { useId, useState } from "react";
import type { Campaign, CampaignState } from "../../../contract/schemas/campaign.ts";
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

const stateBadges: Record<CampaignState, { word: string; status?: Status }> = {
  running: { word: "Running", status: "waiting" },
  paused: { word: "Paused", status: "uncertain" },
  cancelled: { word: "Cancelled" },
  finished: { word: "Finished", status: "sent" },
};

/** The campaign's state; one that ended without reaching anybody is no success. */
function stateBadge({ state, counts }: Campaign): { word: string; status?: Status } {
  const badge = stateBadges[state];
  const isInVain = state === "finished" && counts.sent === 0 && counts.failed > 0;
  return isInVain ? { ...badge, status: "failed" } : badge;
}

/** One campaign: its state, its bar, its counts, who opened it or clicked, what can be done; links and ledger on demand. */
export function CampaignCard({ campaign }: { campaign: Campaign }) {
  // The state whose recipients are shown, "all", or none.
  const [ledger, setLedger] = useState<LedgerFilter | null>(null);
  const [links, setLinks] = useState(false);
  const titleId = useId();
  const words = useWords();
  const { counts } = campaign;
  // While the server cannot be heard nobody knows how it goes on; the line above the panel says so.
  const isConnected = useLive().state !== "reconnecting";
  const { word, status } = stateBadge(campaign);
  return (
    <li className="card campaign-card">
      <div className="account-head">
        <h3 id={titleId}>{campaign.subject}</h3>
        <Badge {...(status === undefined ? {} : { status })}>{word}</Badge>
      </div>
      <p className="muted">
        From {campaign.from}, begun {shortMoment(campaign.createdAt)}
      </p>
      <CampaignBar reached={{ ...counts, total: campaign.recipients }} />
      <div className="campaign-report">
        <p className="send-counts">
          <CountBadge quiet status="failed" count={counts.failed} word="failed" />
          <CountBadge quiet status="uncertain" count={counts.uncertain} word="uncertain" />
          <CountBadge quiet count={counts.skipped} word="skipped" />
          <CountBadge
            quiet
            status="waiting"
            count={counts.queued + counts.sending + counts.deferred}
            word="remaining"
          />
        </p>
        {counts.sent === 0 ? null : <CampaignReactions campaign={campaign} />}
        {campaign.waiting === null || !isConnected ? null : (
          <p>{waitingText(campaign, { words, now: Date.now() })}</p>
        )}
      </div>
      <CampaignActions campaign={campaign} titleId={titleId}>
        <Button
          aria-describedby={titleId}
          aria-expanded={ledger !== null}
          onClick={() => setLedger(ledger === null ? "all" : null)}
        >
          {ledger === null ? "Show recipients" : "Hide recipients"}
        </Button>
        {campaign.trackClicks ? (
          <Button aria-describedby={titleId} aria-expanded={links} onClick={() => setLinks(!links)}>
            {links ? "Hide links" : "Show links"}
          </Button>
        ) : null}
      </CampaignActions>
      {links ? <CampaignLinks campaign={campaign} /> : null}
      {ledger === null ? null : <Ledger campaign={campaign} filter={ledger} onFilter={setLedger} />}
    </li>
  );
}
