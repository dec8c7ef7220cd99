import { useEffect, useId, useRef, useState } from "react";
import { exactTexts } from "../../../contract/texts/exact.ts";
import { signInAgainTexts } from "../../../contract/texts/workspace/signInAgain.ts";
import { leaveWithoutSession } from "../../_data/browserClient.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { GoogleButton } from "../../_parts/signIn/GoogleButton.tsx";
import { SignInForm } from "../../_parts/signIn/SignInForm.tsx";
import { forgetDraft } from "../design/storedDraft.ts";

/** Lies over the whole page, dialogs too, once the session has ended; it goes when somebody has signed in. */
export default function SignInAgain({
  email,
  connectsGoogle,
  onSignedIn,
}: {
  /** Whose session has ended. */
  email?: string | undefined;
  connectsGoogle: boolean;
  onSignedIn: (uid: string) => void;
}) {
  const texts = useTexts(signInAgainTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [linked, setLinked] = useState<string | null>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const inputs = [...(element?.querySelectorAll("input") ?? [])];
    // Of somebody who is known only the password remains to be typed.
    (inputs.find(({ value }) => value === "") ?? inputs[0])?.focus();
    return () => element?.close();
  }, []);
  const leave = () => {
    forgetDraft();
    leaveWithoutSession();
  };
  return (
    <dialog
      ref={dialog}
      className="sign-in-again"
      aria-labelledby={titleId}
      // There is no way back to the page but by signing in.
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.isConnected && dialog.current.showModal()}
    >
      <div className="entrance">
        <h2 id={titleId}>{texts.title}</h2>
        <Notice status="failed">{texts.ended(useTexts(exactTexts).unauthorized)}</Notice>
        <SignInForm
          keepsPage
          {...(linked === null ? { email } : { email: linked, link: { onLate: () => setLinked(null) } })}
          onSignedIn={onSignedIn}
        />
        <p className="or">{texts.or}</p>
        <GoogleButton
          isSetUp={connectsGoogle}
          onSignedIn={onSignedIn}
          onPasswordNeeded={({ email }) => setLinked(email)}
        >
          {texts.withGoogle}
        </GoogleButton>
        <Button variant="quiet" onClick={leave}>
          {texts.leave}
        </Button>
      </div>
    </dialog>
  );
}
