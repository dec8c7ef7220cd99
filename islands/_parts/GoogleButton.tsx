import { useState } from "react";
import { sentences } from "../../contract/errors.ts";
import { signInClient } from "../_data/browserClient.ts";
import { useGoogleVisit } from "../_data/useGoogleVisit.ts";
import { useHydrated } from "../_data/useHydrated.ts";
import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";

/** Signs in through Google; where no Google client is configured it says so instead of failing. */
export function GoogleButton({
  isSetUp,
  onSignedIn,
  children,
}: {
  /** Whether this installation has a Google client. */
  isSetUp: boolean;
  /** Hears who it was. */
  onSignedIn: (uid: string) => void;
  children: string;
}) {
  const hydrated = useHydrated();
  const [asked, setAsked] = useState(false);
  const visit = useGoogleVisit({
    kind: "signedIn",
    begin: async () => {
      const options = { otherwise: sentences.loginFailed };
      return (await signInClient("POST /auth/google/sign-in", {}, options)).authorization_url;
    },
    onReturn: ({ uid }) => onSignedIn(uid),
  });
  const press = () => {
    setAsked(true);
    if (isSetUp) void visit.run();
  };
  return (
    <>
      <Button size="large" disabled={!hydrated || visit.running} onClick={press}>
        {visit.running ? "Waiting for Google…" : children}
      </Button>
      {asked && !isSetUp ? (
        <Notice status="uncertain">
          Google sign-in is not set up on this installation. Please use your e-mail and password.
        </Notice>
      ) : null}
      {visit.message === "" ? null : <Notice status="failed">{visit.message}</Notice>}
    </>
  );
}
