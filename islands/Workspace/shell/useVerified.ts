import { useEffect, useState } from "react";
import { Refusal } from "../../../contract/errors.ts";
import { browserClient, signOut } from "../../_data/browserClient.ts";
import { writeSetting } from "../../_data/setting.ts";

/**
 * Checks once, on entering, that the session is still this person's, and remembers the uid. When the server says no
 * the person is signed out; when it cannot be reached the panels say so, since being offline is no reason to leave.
 */
export function useVerified(uid: string): boolean {
  const [verified, setVerified] = useState(false);
  useEffect(() => {
    writeSetting("uid", uid);
    let left = false;
    browserClient("POST /amplify/auth/verify", { body: { uid } })
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.code === "forbidden") signOut();
      })
      .finally(() => {
        if (!left) setVerified(true);
      });
    return () => {
      left = true;
    };
  }, [uid]);
  return verified;
}
