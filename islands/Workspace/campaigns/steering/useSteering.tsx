import { type ReactNode, useState } from "react";
import type { ErrorCode } from "../../../../contract/errors.ts";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import { campaignTexts } from "../../../../contract/texts/workspace/campaigns.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { useRealtimeActions } from "../../realtime/RealtimeContext.tsx";
import { ChooseCompared } from "../compare/ChooseCompared.tsx";
import { SendRestForm } from "../SendRestForm.tsx";
import { type Deed, type Deeds, deedsOf } from "./deeds.ts";

export type Steering = Deeds & {
  act: (deed: Deed) => void;
  running: boolean;
  /** Why the last deed was refused; "" otherwise. */
  message: string;
  /** What kind of refusal that was. */
  code: ErrorCode | null;
  /** What it asks first; to be drawn somewhere. */
  dialogs: ReactNode;
};

/** What can be done with a campaign, what has to be asked first, and doing it. */
export function useSteering(campaign: Campaign, onRemove?: (campaign: Campaign) => void): Steering {
  const texts = useTexts(campaignTexts);
  const watching = useTexts(watchingTexts);
  const { follow } = useRealtimeActions();
  const [asking, setAsking] = useState<Deed | null>(null);
  const [open, setOpen] = useState<"move" | "compare" | null>(null);
  const acting = useAction(async (deed: Deed) => {
    setAsking(null);
    await deed.perform?.();
    if (deed.key === "resume" || deed.key === "pause") follow(campaign._id);
  });
  const act = (deed: Deed) => {
    if (deed.opens === "remove") onRemove?.(campaign);
    else if (deed.opens !== undefined) setOpen(deed.opens);
    else if (deed.asked !== undefined) setAsking(deed);
    else void acting.run(deed);
  };
  const close = () => setOpen(null);
  const dialogs = (
    <>
      <Dialog open={open === "move"} title={texts.rest.title} onClose={close}>
        <SendRestForm
          campaign={campaign}
          onCancel={close}
          onSent={() => {
            close();
            follow(campaign._id);
          }}
        />
      </Dialog>
      <Dialog open={open === "compare"} title={watching.compare.choose} onClose={close}>
        <ChooseCompared campaign={campaign} onClose={close} />
      </Dialog>
      <Dialog
        open={asking !== null}
        title={asking?.confirm ?? asking?.word ?? ""}
        onClose={() => setAsking(null)}
      >
        <p>{asking?.asked}</p>
        <div className="actions">
          <Button onClick={() => setAsking(null)}>{texts.leaveAsItIs}</Button>
          <Button variant="danger" onClick={() => asking !== null && acting.run(asking)}>
            {asking?.confirm ?? asking?.word}
          </Button>
        </div>
      </Dialog>
    </>
  );
  const deeds = deedsOf(campaign, texts, watching);
  const menu = onRemove === undefined ? deeds.menu.filter(({ opens }) => opens !== "remove") : deeds.menu;
  const { running, message, code } = acting;
  return { ...deeds, menu, act, running, message, code, dialogs };
}
