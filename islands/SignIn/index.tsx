import { useEffect, useState } from "react";
import { sentences } from "../../contract/errors.ts";
import { type PassingNotice, takeNotice } from "../_data/passingNotice.ts";
import { writeSetting } from "../_data/setting.ts";
import { Button } from "../_parts/Button.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { GoogleButton } from "../_parts/signIn/GoogleButton.tsx";
import { SignInForm } from "../_parts/signIn/SignInForm.tsx";
import type { SignInProps } from "./props.ts";

/** The sign-in page: why one is there, the form, or Google where the installation has it. */
export default function SignIn({ googleClientId }: SignInProps) {
  const left = usePassingNotice();
  const enter = (uid: string) => {
    writeSetting("uid", uid);
    window.location.assign(left?.backTo ?? "/app");
  };
  const [goesWithout, setGoesWithout] = useState(false);
  const goWithout = () => setGoesWithout(true);
  const linksGoogle = left?.kind === "linkGoogle" && !goesWithout;
  return (
    <>
      {left === null || left.kind === "linkGoogle" ? null : (
        <Notice status={isTrouble(left) ? "failed" : "sent"}>{left.message ?? welcome[left.kind]}</Notice>
      )}
      <SignInForm
        {...(left?.email === undefined ? {} : { email: left.email })}
        {...(linksGoogle ? { link: { onLate: goWithout } } : {})}
        onSignedIn={enter}
      />
      <p className="or">or</p>
      {linksGoogle ? (
        <Button size="large" onClick={goWithout}>
          Sign in without Google
        </Button>
      ) : (
        <GoogleButton isSetUp={googleClientId !== undefined} onSignedIn={enter}>
          Continue with Google
        </GoogleButton>
      )}
      <p className="entrance-else">
        New to Amplify? <a href="/signup">Create an account</a>
      </p>
    </>
  );
}

/** How a visit to Google goes on is told by the form itself. */
const welcome: Record<Exclude<PassingNotice["kind"], "linkGoogle">, string> = {
  signedUp: "Your account is ready. Sign in to begin.",
  passwordChanged: "Your password is changed. Sign in with the new one.",
  signedOut: "You are signed out everywhere.",
  deleted: "Your account and everything kept with it are deleted.",
  notVerified: sentences.notVerified,
  ended: `${sentences.unauthorized}: your session has ended. Sign in to go on.`,
};

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
