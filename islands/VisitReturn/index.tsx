import { useEffect } from "react";
import { type VisitReturn as Outcome, visitChannel } from "../../contract/identity/visitReturn.ts";
import { type VisitReturnTexts, visitReturnTexts } from "../../contract/texts/visitReturn.ts";
import { writeSetting } from "../_data/setting.ts";
import { useTexts } from "../_data/useTexts.ts";
import { askForPassword } from "../_data/useVisit.ts";
import type { VisitReturnProps } from "./props.ts";

/**
 * Where Google or Microsoft sends its window back to: tells the page that opened it how it went, and closes. Where there is no
 * such page any more, what happened and the way on stay to be read.
 */
export default function VisitReturn({ outcome }: VisitReturnProps) {
  const texts = useTexts(visitReturnTexts);
  useEffect(() => {
    if (outcome.kind === "signedIn") writeSetting("uid", outcome.uid);
    const channel = new BroadcastChannel(visitChannel);
    channel.postMessage(outcome);
    channel.close();
    if (window.opener) window.close();
    else if (outcome.kind === "signedIn") window.location.replace("/app");
    else if (outcome.kind === "passwordNeeded") askForPassword(outcome);
  }, [outcome]);

  return (
    <>
      <h1>{texts.titles[outcome.kind === "connected" ? outcome.provider : outcome.kind]}</h1>
      <p>{textOf(outcome, texts)}</p>
      <p>
        <a href={onwards[outcome.kind]}>{texts.goOn}</a>
      </p>
    </>
  );
}

const onwards: Record<Outcome["kind"], string> = {
  connected: "/app#accounts",
  signedIn: "/app",
  passwordNeeded: "/login",
  failed: "/app",
};

function textOf(outcome: Outcome, texts: VisitReturnTexts): string {
  if (outcome.kind === "failed") return outcome.message;
  if (outcome.kind === "signedIn") return texts.close;
  if (outcome.kind === "passwordNeeded") return texts.passwordNeeded(outcome.email);
  return texts.maySend(outcome.email);
}
