import { withFallbacks } from "../../../contract/mergeFields.ts";
import type { SendTexts } from "../../../contract/texts/workspace/sending.ts";
import { browserClient, sentenceOf } from "../../_data/browserClient.ts";
import type { Announce } from "../../_parts/useToasts.ts";
import { reportUntil } from "../realtime/activity/reports.ts";
import { SecondsLeft } from "../realtime/activity/SecondsLeft.tsx";
import { runCommand } from "../shell/commands.ts";
import type { StoredSend } from "./storedSend.ts";

/** Says beside whatever tab is shown that a send is held, for how long, and takes it back: then its dialog opens as it was. */
export function reportHeld({
  campaignId,
  holdUntil,
  seconds,
  kept,
  announce,
  texts,
}: {
  campaignId: string;
  holdUntil: number;
  /** For how long it is held. */
  seconds: number;
  kept: StoredSend;
  announce: Announce;
  texts: SendTexts;
}): void {
  // By this machine's clock, which may be another than the server's.
  const until = Math.min(holdUntil, Date.now() + seconds * 1000);
  const undo = async () => {
    await browserClient("POST /amplify/campaigns/{id}/undo", { params: { id: campaignId } });
    end();
    announce("sent", texts.held.undone);
    runCommand("reopenSend", kept);
  };
  const end = reportUntil(
    {
      id: campaignId,
      title: withFallbacks(kept.fields.subject),
      isUnderWay: true,
      isHeldStart: true,
      needsPerson: false,
      said: "",
      readOut: texts.held.readOut(texts.held.span(seconds)),
      bar: <SecondsLeft until={until} seconds={seconds} say={texts.held.goesIn} />,
      action: {
        word: texts.held.undo,
        run: () => void undo().catch((error: unknown) => announce("failed", sentenceOf(error))),
      },
    },
    until,
  );
}
