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

type Decision = "sent" | "failed" | "again";

function useDeciding(campaign: Campaign, deliveries?: string[]) {
  const { ledger } = useTexts(watchingTexts);
  const { announce } = useWorkspace();
  const { follow } = useRealtimeActions();
  return useAction(async (decision: Decision) => {
    const [one] = deliveries ?? [];
    const beside = one === undefined ? undefined : besideOf(one);
    const { decided } = await browserClient("POST /amplify/campaigns/{id}/uncertain", {
      params: { id: campaign._id },
      body: { decision, ...(deliveries === undefined ? {} : { deliveries }) },
    });
    announce("sent", ledger.decided(decided));
    // The pressed button disappears with its mail, so the focus moves to the next one that needs a decision.
    if (beside === undefined) focusShownTab();
    else beside.focus();
    if (decision === "again") follow(campaign._id);
  });
}

/** The choice of the next uncertain mail, or of the one before it. */
function besideOf(deliveryId: string): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(".recipients [data-decide]")];
  const at = all.findIndex(({ dataset }) => dataset.decide === deliveryId);
  return at < 0 ? undefined : (all[at + 1] ?? all[at - 1]);
}

/** Decides about all uncertain mails of a campaign at once. */
export function DecideAll({ campaign }: { campaign: Campaign }) {
  const { ledger } = useTexts(watchingTexts);
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
      <AskAgain
        word={words.again}
        open={asking}
        onClose={() => setAsking(false)}
        onAgain={() => void deciding.run("again")}
      />
    </section>
  );
}

/** Asks for confirmation: recipients who have the mail already would get it twice, which cannot be undone. */
function AskAgain({
  word,
  email,
  open,
  onClose,
  onAgain,
}: {
  word: string;
  /** The recipient, if it is about one mail. */
  email?: string;
  open: boolean;
  onClose: () => void;
  onAgain: () => void;
}) {
  const { ledger } = useTexts(watchingTexts);
  const { leaveAsItIs } = useTexts(campaignTexts);
  return (
    <Dialog open={open} title={word} onClose={onClose}>
      <p>{email === undefined ? ledger.askAgain : ledger.askAgainOne(email)}</p>
      <div className="actions">
        <Button onClick={onClose}>{leaveAsItIs}</Button>
        <Button
          variant="danger"
          onClick={() => {
            onClose();
            onAgain();
          }}
        >
          {word}
        </Button>
      </div>
    </Dialog>
  );
}

/** The same for one mail. */
export function DecideOne({ campaign, delivery }: { campaign: Campaign; delivery: Delivery }) {
  const { ledger } = useTexts(watchingTexts);
  const [asking, setAsking] = useState(false);
  const deciding = useDeciding(campaign, [delivery._id]);
  const choices = ["sent", "failed", "again"] as const;
  return (
    <>
      <Menu
        variant="quiet"
        data-decide={delivery._id}
        aria-disabled={deciding.running}
        aria-label={`${ledger.decide} ${ledger.of(delivery.email)}`}
        items={choices.map((key) => ({
          key,
          label: ledger[key],
          onSelect: () => (key === "again" ? setAsking(true) : void deciding.run(key)),
        }))}
      >
        {ledger.decide}
      </Menu>
      <AskAgain
        word={ledger.again}
        email={delivery.email}
        open={asking}
        onClose={() => setAsking(false)}
        onAgain={() => void deciding.run("again")}
      />
      {deciding.message === "" ? null : (
        <span className="field-error" role="alert">
          {deciding.message}
        </span>
      )}
    </>
  );
}

/** Moves the focus to the selected view, once the button that was pressed has disappeared with what it decided. */
function focusShownTab(): void {
  document.querySelector<HTMLElement>(".campaign-page [role=tab][aria-selected=true]")?.focus();
}
