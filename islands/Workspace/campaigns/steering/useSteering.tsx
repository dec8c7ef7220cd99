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
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { ChooseCompared } from "../compare/ChooseCompared.tsx";
import { SendRestForm } from "../SendRestForm.tsx";
import { type Action, type Actions, actionsOf } from "./actions.ts";
import { reportArchived } from "./reportArchived.ts";

export type Steering = Actions & {
  act: (action: Action) => void;
  running: boolean;
  /** Why the last action was refused; "" otherwise. */
  message: string;
  /** What kind of refusal that was. */
  code: ErrorCode | null;
  /** The dialog that asks for confirmation, to be rendered by the caller. */
  dialogs: ReactNode;
};

/** The actions for a campaign, with their confirmation dialogs. */
export function useSteering(campaign: Campaign, onRemove?: (campaign: Campaign) => void): Steering {
  const texts = useTexts(campaignTexts);
  const watching = useTexts(watchingTexts);
  const { follow } = useRealtimeActions();
  const { announce } = useWorkspace();
  const [asking, setAsking] = useState<Action | null>(null);
  const [open, setOpen] = useState<"move" | "compare" | null>(null);
  const acting = useAction(async (action: Action) => {
    setAsking(null);
    await action.perform?.();
    if (action.key === "resume" || action.key === "pause") follow(campaign._id);
    if (action.key === "archive") reportArchived(campaign, { announce, texts: watching });
  });
  const act = (action: Action) => {
    if (action.opens === "remove") onRemove?.(campaign);
    else if (action.opens !== undefined) setOpen(action.opens);
    else if (action.asked !== undefined) setAsking(action);
    else void acting.run(action);
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
  const actions = actionsOf(campaign, texts, watching);
  const menu = onRemove === undefined ? actions.menu.filter(({ opens }) => opens !== "remove") : actions.menu;
  const { running, message, code } = acting;
  return { ...actions, menu, act, running, message, code, dialogs };
}
