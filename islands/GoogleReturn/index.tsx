import { useEffect } from "react";
import { googleChannel, type GoogleReturn as Outcome } from "../../contract/identity/googleReturn.ts";
import { writeSetting } from "../_data/setting.ts";
import { askForPassword } from "../_data/useGoogleVisit.ts";
import type { GoogleReturnProps } from "./props.ts";

/**
 * Where Google sends its window back to: tells the page that opened it how it went, and closes. Where there is no
 * such page any more, what happened and the way on stay to be read.
 */
export default function GoogleReturn({ outcome }: GoogleReturnProps) {
  useEffect(() => {
    if (outcome.kind === "signedIn") writeSetting("uid", outcome.uid);
    const channel = new BroadcastChannel(googleChannel);
    channel.postMessage(outcome);
    channel.close();
    if (window.opener) window.close();
    else if (outcome.kind === "signedIn") window.location.replace("/app");
    else if (outcome.kind === "passwordNeeded") askForPassword(outcome);
  }, [outcome]);

  return (
    <>
      <h1>{titles[outcome.kind]}</h1>
      <p>{textOf(outcome)}</p>
      <p>
        <a href={onwards[outcome.kind]}>Go on to Amplify</a>
      </p>
    </>
  );
}

const titles: Record<Outcome["kind"], string> = {
  connected: "Your Google account is connected",
  signedIn: "You are signed in",
  passwordNeeded: "One more step",
  failed: "This did not work",
};

const onwards: Record<Outcome["kind"], string> = {
  connected: "/app#accounts",
  signedIn: "/app",
  passwordNeeded: "/login",
  failed: "/app",
};

function textOf(outcome: Outcome): string {
  if (outcome.kind === "failed") return outcome.message;
  if (outcome.kind === "signedIn") return "You can close this window.";
  if (outcome.kind === "passwordNeeded")
    return `There is an account with ${outcome.email} already. Its password is asked for once, on the page where you sign in.`;
  return `Amplify may send from ${outcome.email}, and nothing else. You can close this window.`;
}
