import { useId, useState } from "react";
import type { Campaign, Delivery } from "../../../../contract/schemas/campaign.ts";
import { campaignTexts } from "../../../../contract/texts/workspace/campaigns.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { Menu } from "../../../_parts/Menu.tsx";
import { useRealtimeActions } from "../../realtime/RealtimeContext.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { focusShownTab } from "./shownTab.ts";

type Decision = "sent" | "failed" | "again";

function useDeciding(campaign: Campaign, deliveries?: string[]) {
  const { ledger } = useTexts(watchingTexts);
  const { announce } = useWorkspace();
  const { follow } = useRealtimeActions();
  return useAction(async (decision: Decision) => {
    const beside = deliveries === undefined ? undefined : besideOf(document.activeElement);
    const { decided } = await browserClient("POST /amplify/campaigns/{id}/uncertain", {
      params: { id: campaign._id },
      body: { decision, ...(deliveries === undefined ? {} : { deliveries }) },
    });
    announce("sent", ledger.decided(decided));
    // What was pressed goes with the choice: of one of several, the next is decided.
    if (beside === undefined) focusShownTab();
    else beside.focus();
    if (decision === "again") follow(campaign._id);
  });
}

/** The choice of the next uncertain mail, or of the one before it. */
function besideOf(pressed: Element | null): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(".recipients [data-decide]")];
  const at = all.indexOf(pressed as HTMLElement);
  return at < 0 ? undefined : (all[at + 1] ?? all[at - 1]);
}

/** Says of all uncertain mails of a campaign at once what became of them. */
export function DecideAll({ campaign }: { campaign: Campaign }) {
  const { ledger } = useTexts(watchingTexts);
  const { leaveAsItIs } = useTexts(campaignTexts);
  const [asking, setAsking] = useState(false);
  const titleId = useId();
  const deciding = useDeciding(campaign);
  const words = ledger.all(campaign.counts.uncertain);
  return (
    <section className="decide" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{ledger.decideAll(campaign.counts.uncertain)}</h3>
        <p className="muted">{ledger.decideWhy}</p>
        {deciding.message === "" ? null : (
          <p className="field-error" role="alert">
            {deciding.message}
          </p>
        )}
      </div>
      <div className="actions">
        <Button aria-disabled={deciding.running} onClick={() => void deciding.run("sent")}>
          {words.sent}
        </Button>
        <Button aria-disabled={deciding.running} onClick={() => void deciding.run("failed")}>
          {words.failed}
        </Button>
        <Button aria-disabled={deciding.running} onClick={() => setAsking(true)}>
          {words.again}
        </Button>
      </div>
      <Dialog open={asking} title={words.again} onClose={() => setAsking(false)}>
        <p>{ledger.askAgain}</p>
        <div className="actions">
          <Button onClick={() => setAsking(false)}>{leaveAsItIs}</Button>
          <Button
            variant="danger"
            onClick={() => {
              setAsking(false);
              void deciding.run("again");
            }}
          >
            {words.again}
          </Button>
        </div>
      </Dialog>
    </section>
  );
}

/** The same of one of them. */
export function DecideOne({ campaign, delivery }: { campaign: Campaign; delivery: Delivery }) {
  const { ledger } = useTexts(watchingTexts);
  const deciding = useDeciding(campaign, [delivery._id]);
  const choices = ["sent", "failed", "again"] as const;
  return (
    <>
      <Menu
        variant="quiet"
        data-decide=""
        aria-disabled={deciding.running}
        aria-label={`${ledger.decide} ${ledger.of(delivery.email)}`}
        items={choices.map((key) => ({ key, label: ledger[key], onSelect: () => void deciding.run(key) }))}
      >
        {ledger.decide}
      </Menu>
      {deciding.message === "" ? null : (
        <span className="field-error" role="alert">
          {deciding.message}
        </span>
      )}
    </>
  );
}
