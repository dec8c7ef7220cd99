import { useId, useState } from "react";
import { exactTexts } from "../../../contract/texts/exact.ts";
import { signInTexts } from "../../../contract/texts/signIn.ts";
import { signInClient } from "../../_data/browserClient.ts";
import { useHydrated } from "../../_data/useHydrated.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useVisit } from "../../_data/useVisit.ts";
import { Button } from "../Button.tsx";
import { Notice } from "../Notice.tsx";

type Pressed = {
  /** Called with the uid of whoever signed in. */
  onSignedIn: (uid: string) => void;
  /** For a page that must not be left; see `useVisit`. */
  onPasswordNeeded?: (who: { email: string }) => void;
  children: string;
};

/** Signs in through Google. If no Google client is configured, it says so before it is pressed. */
export function GoogleButton({
  isSetUp,
  ...pressed
}: Pressed & {
  /** Whether this installation has a Google client. */
  isSetUp: boolean;
}) {
  return isSetUp ? <WithGoogle {...pressed} /> : <WithoutGoogle>{pressed.children}</WithoutGoogle>;
}

function WithGoogle({ onSignedIn, onPasswordNeeded, children }: Pressed) {
  const texts = useTexts(signInTexts);
  const exact = useTexts(exactTexts);
  const hydrated = useHydrated();
  const visit = useVisit({
    kind: "signedIn",
    to: "google",
    begin: async () => {
      const options = { otherwise: exact.loginFailed };
      return (await signInClient("POST /auth/google/sign-in", {}, options)).authorization_url;
    },
    onReturn: ({ uid }) => onSignedIn(uid),
    onPasswordNeeded,
  });
  return (
    <>
      <Button size="large" disabled={!hydrated} aria-disabled={visit.running} onClick={() => visit.run()}>
        {visit.running ? texts.google.waiting : children}
      </Button>
      {visit.message === "" ? null : <Notice status="failed">{visit.message}</Notice>}
    </>
  );
}

/** It has the same place on every page. Screen readers announce with its name that it is off. */
function WithoutGoogle({ children }: { children: string }) {
  const texts = useTexts(signInTexts);
  const hintId = useId();
  const [asked, setAsked] = useState(false);
  return (
    <div className="google-off">
      <Button size="large" aria-describedby={hintId} onClick={() => setAsked(true)}>
        {children}
      </Button>
      <p className="field-hint" id={hintId}>
        {texts.google.notSetUp}
      </p>
      {asked ? <Notice status="uncertain">{texts.google.notSetUpText}</Notice> : null}
    </div>
  );
}
