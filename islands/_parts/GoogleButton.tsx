import { useState } from "react";
import { useHydrated } from "../_data/useHydrated.ts";
import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";

/** Signs in through Google; where no Google client is configured it says so instead of failing. */
export function GoogleButton({ clientId, children }: { clientId: string | undefined; children: string }) {
  const hydrated = useHydrated();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button size="large" disabled={!hydrated} onClick={() => setAsked(true)}>
        {children}
      </Button>
      {asked ? (
        <Notice status="uncertain">
          {clientId === undefined
            ? "Google sign-in is not set up on this installation. Please use your e-mail and password."
            : "Google sign-in is not available yet. Please use your e-mail and password."}
        </Notice>
      ) : null}
    </>
  );
}
