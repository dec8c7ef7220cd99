import { useEffect, useState } from "react";
import { type ExactTexts, exactTexts } from "../../contract/texts/exact.ts";
import { type SignInTexts, signInTexts } from "../../contract/texts/signIn.ts";
import { type PassingNotice, takeNotice } from "../_data/passingNotice.ts";
import { writeSetting } from "../_data/setting.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "../_parts/Button.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { GoogleButton } from "../_parts/signIn/GoogleButton.tsx";
import { pageWaiting, useStillWaiting } from "../_parts/signIn/pageWaiting.ts";
import { SignInForm } from "../_parts/signIn/SignInForm.tsx";
import { together } from "../_parts/together.ts";
import type { SignInProps } from "./props.ts";

/** The sign-in page: why one is there, the form, or Google where the installation has it. */
export default function SignIn({ googleClientId }: SignInProps) {
  const texts = useTexts(signInTexts);
  const exact = useTexts(exactTexts);
  useStillWaiting();
  const left = usePassingNotice();
  const enter = (uid: string) => {
    writeSetting("uid", uid);
    window.location.assign(left?.backTo ?? pageWaiting() ?? "/app");
  };
  const [goesWithout, setGoesWithout] = useState(false);
  const goWithout = () => setGoesWithout(true);
  const linksGoogle = left?.kind === "linkGoogle" && !goesWithout;
  return (
    <>
      {left === null || left.kind === "linkGoogle" ? null : (
        <Notice status={isTrouble(left) ? "failed" : "sent"}>
          {left.message ?? welcomeOf(left.kind, texts, exact)}
        </Notice>
      )}
      <SignInForm
        {...(left?.email === undefined ? {} : { email: left.email })}
        {...(linksGoogle ? { link: { onLate: goWithout } } : {})}
        onSignedIn={enter}
      />
      <p className="or">{texts.or}</p>
      {linksGoogle ? (
        <Button size="large" onClick={goWithout}>
          {texts.withoutGoogle}
        </Button>
      ) : (
        <GoogleButton isSetUp={googleClientId !== undefined} onSignedIn={enter}>
          {texts.google.continue}
        </GoogleButton>
      )}
      <p className="entrance-else">{together(texts.newHere((words) => <a href="/signup">{words}</a>))}</p>
    </>
  );
}

/** How a visit to Google goes on is told by the form itself. */
function welcomeOf(
  kind: Exclude<PassingNotice["kind"], "linkGoogle">,
  { welcome }: SignInTexts,
  exact: ExactTexts,
): string {
  if (kind === "notVerified") return exact.notVerified;
  return kind === "ended" ? welcome.ended(exact.unauthorized) : welcome[kind];
}

function isTrouble({ kind }: PassingNotice): boolean {
  return kind === "notVerified" || kind === "ended";
}

/** What the page before this one had to say, if anything. */
function usePassingNotice(): PassingNotice | null {
  const [left, setLeft] = useState<PassingNotice | null>(null);
  useEffect(() => {
    // Read once, and gone then: a second look would find nothing.
    setLeft((before) => before ?? takeNotice());
  }, []);
  return left;
}
