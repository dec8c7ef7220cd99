import { useEffect, useState } from "react";
import { Refusal, sentences } from "../../../contract/errors.ts";
import { screenLimits } from "../../../contract/limits/screen.ts";
import { pause } from "../../../contract/sending/pause.ts";
import { sentenceOf, signInClient, signOut } from "../../_data/browserClient.ts";
import { leaveNotice } from "../../_data/passingNotice.ts";
import { readSetting, writeSetting } from "../../_data/setting.ts";

export type Verification = "asking" | "unreached" | "verified";

/**
 * Checks once, on entering, that the uid remembered here is the session's own, and remembers it. Whatever answer is
 * no yes signs the person out and tells them why (specification, section 8). No answer at all is no reason to leave:
 * it is asked again until there is one, while the panels say for themselves what they could not load.
 */
export function useVerified(uid: string): Verification {
  const [verification, setVerification] = useState<Verification>("asking");
  useEffect(() => {
    const left = new AbortController();
    verify(uid, left.signal, () => setVerification("unreached")).then(
      () => left.signal.aborted || setVerification("verified"),
      (error: unknown) => {
        if (left.signal.aborted) return;
        leaveNotice({ kind: "notVerified", message: refusalText(error) });
        // The overlay stands until the browser has left: somebody who was refused sees nothing of the workspace.
        void signOut();
      },
    );
    return () => left.abort();
  }, [uid]);
  return verification;
}

/** The server's words; its bare "Unauthorized" would leave a person wondering what was. */
function refusalText(error: unknown): string {
  const said = sentenceOf(error);
  return error instanceof Refusal && error.code === "unauthorized"
    ? `${sentences.notVerified}: ${said}`
    : said;
}

/** @throws {Refusal} what the server said against it. */
async function verify(uid: string, signal: AbortSignal, onUnreached: () => void): Promise<void> {
  // Storage may have been cleared while the session lived on; then the server's word for who is there will do.
  const saved = readSetting("uid") || uid;
  while (!signal.aborted) {
    try {
      const options = { signal, otherwise: sentences.notVerified };
      await signInClient("POST /amplify/auth/verify", { body: { uid: saved } }, options);
      return writeSetting("uid", saved);
    } catch (error) {
      if (!(error instanceof Refusal) || !error.unreached) throw error;
      onUnreached();
      await pause(screenLimits.verifyRetryMs, signal);
    }
  }
}
