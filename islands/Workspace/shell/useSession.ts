import { useCallback, useEffect, useRef, useState } from "react";
import { onSessionEnd, signInClient } from "../../_data/browserClient.ts";
import { writeSetting } from "../../_data/setting.ts";

export type Session = {
  /** The session has ended and nobody has signed in again yet: nothing of the workspace may be seen. */
  ended: boolean;
  /** How often it has begun anew; whatever hangs on a session begins anew with it. */
  turn: number;
  /** Somebody has signed in: whoever was here goes on, anybody else gets a workspace of their own. */
  resume: (uid: string) => void;
};

/**
 * A session that ends elsewhere (signed out on another device, a new password, too long away) ends no work: the page
 * stays as it is, covered, until the same person has signed in again. Nothing has to be kept anywhere for that.
 */
export function useSession(uid: string): Session {
  const [ended, setEnded] = useState(false);
  const [turn, setTurn] = useState(0);
  const focused = useRef<HTMLElement | null>(null);
  useEffect(
    () =>
      onSessionEnd(() => {
        focused.current ??= document.activeElement as HTMLElement | null;
        setEnded(true);
      }),
    [],
  );
  // What is covered can have no focus: who goes on does so where they were.
  useEffect(() => {
    if (ended) return;
    focused.current?.focus();
    focused.current = null;
  }, [ended]);

  const resume = useCallback(
    (who: string) => {
      writeSetting("uid", who);
      if (who !== uid) window.location.assign("/app");
      else {
        setEnded(false);
        setTurn((count) => count + 1);
      }
    },
    [uid],
  );

  useEffect(() => {
    if (!ended) return;
    // Signed in again in another tab: that holds here too.
    const look = () => {
      signInClient("GET /amplify/auth/me").then(
        (person) => resume(person.uid),
        () => {},
      );
    };
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [ended, resume]);
  return { ended, turn, resume };
}
