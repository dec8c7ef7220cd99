import { useEffect, useState } from "react";
import { Refusal } from "../../../contract/errors.ts";
import { signInClient, signOut } from "../../_data/browserClient.ts";
import { leaveNotice } from "../../_data/passingNotice.ts";
import { readSetting, writeSetting } from "../../_data/setting.ts";

/**
 * Checks once, on entering, that the uid remembered here is the session's own, and remembers it. When the server says
 * no the person is signed out and told why (specification, section 8); when it cannot be reached the panels say so,
 * since being offline is no reason to leave.
 */
export function useVerified(uid: string): boolean {
  const [verified, setVerified] = useState(false);
  useEffect(() => {
    let left = false;
    // Storage may have been cleared while the session lived on; then the server's word for who is there will do.
    const saved = readSetting("uid") || uid;
    signInClient("POST /amplify/auth/verify", { body: { uid: saved } })
      .then(() => writeSetting("uid", saved))
      .catch(async (error: unknown) => {
        if (!(error instanceof Refusal) || !deniedBy.includes(error.code)) return;
        leaveNotice({ kind: "notVerified" });
        // The overlay stands until the browser has left: somebody who was refused sees nothing of the workspace.
        left = true;
        await signOut();
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

const deniedBy: readonly string[] = ["unauthorized", "forbidden"];
