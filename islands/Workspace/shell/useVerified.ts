import { useEffect, useState } from "react";
import { Refusal } from "../../../contract/errors.ts";
import { screenLimits } from "../../../contract/limits/screen.ts";
import { pause } from "../../../contract/sending/pause.ts";
import { type ExactTexts, exactTexts } from "../../../contract/texts/exact.ts";
import { sentenceOf, signInClient, signOut } from "../../_data/browserClient.ts";
import { leaveNotice } from "../../_data/passingNotice.ts";
import { readSetting, writeSetting } from "../../_data/setting.ts";
import { useTexts } from "../../_data/useTexts.ts";

export type Verification = "asking" | "unreached" | "verified";

/**
 * Checks once, on entering, that the uid remembered here is the session's own, and remembers it. Whatever answer is
 * no yes signs the person out and tells them why (specification, section 8). No answer at all, or that too much was
 * asked just now, says nothing of who is there: it is asked again until there is one, while the panels say for themselves what they could not load.
 */
export function useVerified(uid: string): Verification {
  const exact = useTexts(exactTexts);
  const [verification, setVerification] = useState<Verification>("asking");
  useEffect(() => {
    const left = new AbortController();
    verify({ uid, signal: left.signal, otherwise: exact.notVerified }, () =>
      setVerification("unreached"),
    ).then(
      () => left.signal.aborted || setVerification("verified"),
      (error: unknown) => {
        if (left.signal.aborted) return;
        leaveNotice({ kind: "notVerified", message: refusalText(error, exact) });
        // The overlay stands until the browser has left: somebody who was refused sees nothing of the workspace.
        void signOut();
      },
    );
    return () => left.abort();
  }, [uid, exact]);
  return verification;
}

/** The server's words; its bare "Unauthorized" would leave a person wondering what was. */
function refusalText(error: unknown, exact: ExactTexts): string {
  const said = sentenceOf(error);
  const isBare = error instanceof Refusal && error.code === "unauthorized" && said !== exact.notVerified;
  return isBare ? `${exact.notVerified}: ${said}` : said;
}

type Asked = { uid: string; signal: AbortSignal; otherwise: string };

/** @throws {Refusal} what the server said against it. */
async function verify({ uid, signal, otherwise }: Asked, onUnreached: () => void): Promise<void> {
  // Storage may have been cleared while the session lived on; then the server's word for who is there will do.
  const saved = readSetting("uid") || uid;
  while (!signal.aborted) {
    try {
      const options = { signal, otherwise };
      await signInClient("POST /amplify/auth/verify", { body: { uid: saved } }, options);
      return writeSetting("uid", saved);
    } catch (error) {
      if (!(error instanceof Refusal) || !(error.unreached || error.code === "rate_limited")) throw error;
      onUnreached();
      await pause(error.retryAfterMs ?? screenLimits.verifyRetryMs, signal);
    }
  }
}
