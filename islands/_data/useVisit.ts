import { useEffect, useRef } from "react";
import { Refusal } from "../../contract/errors.ts";
import { type VisitReturn, visitChannel } from "../../contract/identity/visitReturn.ts";
import { screenLimits } from "../../contract/limits/screen.ts";
import { exactTexts } from "../../contract/texts/exact.ts";
import { visitTexts } from "../../contract/texts/visit.ts";
import { leaveNotice } from "./passingNotice.ts";
import { type Action, useAction } from "./useAction.ts";
import { useTexts } from "./useTexts.ts";

type Success = Exclude<VisitReturn, { kind: "failed" | "passwordNeeded" }>;

type Visit<Kind extends Success["kind"]> = {
  kind: Kind;
  to: "google" | "microsoft";
  /** Asks the server for the provider's address. */
  begin: () => Promise<string>;
  onReturn: (outcome: Extract<Success, { kind: Kind }>) => void;
  /** What to do if the account's password has to be entered first; by default, goes to the sign-in page. */
  onPasswordNeeded?: ((who: { email: string }) => void) | undefined;
};

/**
 * A visit to Google or Microsoft in a window of its own. The page that this window returns to reports the result over a
 * channel. If the window closes without a result, the person has closed it (specification, section 8).
 */
export function useVisit<Kind extends Success["kind"]>(visit: Visit<Kind>): Action<[]> {
  const texts = useTexts(visitTexts);
  const exact = useTexts(exactTexts);
  const { begin, to } = visit;
  const settle = useReturn(visit);
  return useAction(async () => {
    // Opened at once, within the click: browsers block a window that is opened after an answer as a pop-up.
    const opened = window.open("", "_blank", "popup,width=520,height=720");
    if (opened === null) throw new Refusal("bad_request", texts.blocked(to));
    try {
      opened.location.href = await begin();
    } catch (error) {
      opened.close();
      throw error;
    }
    const outcome = await new Promise<VisitReturn | "closed">((resolve) => {
      settle.current = resolve;
      void closing(opened).then(() => resolve("closed"));
    });
    if (outcome === "closed")
      throw new Refusal("bad_request", to === "google" ? exact.googlePopupClosed : texts.microsoftClosed);
    if (outcome.kind === "failed") throw new Refusal("bad_request", outcome.message);
  });
}

const connects = { google: "google", microsoft: "outlook" } as const;

/** Goes to where the password is entered for the account that a Google account is to be linked with. */
export function askForPassword({ email }: { email: string }): void {
  leaveNotice({ kind: "linkGoogle", email });
  window.location.assign("/login");
}

/**
 * Listens while the page is open, and not only while the window seems open: some providers' pages cut the connection
 * between the two windows, which then looks as if it were closed, but the result still arrives.
 */
function useReturn<Kind extends Success["kind"]>(visit: Visit<Kind>) {
  const latest = useRef(visit);
  useEffect(() => {
    latest.current = visit;
  });
  const settle = useRef<((outcome: VisitReturn) => void) | null>(null);
  useEffect(() => {
    const channel = new BroadcastChannel(visitChannel);
    channel.onmessage = ({ data }: MessageEvent<VisitReturn>) => {
      const { kind, onReturn, onPasswordNeeded = askForPassword } = latest.current;
      // Only who began a visit is told; another tab may have one of its own.
      // Only the tab that began the visit is told; another tab may have a visit of its own. Both providers' windows use
      // this channel.
      if (data.kind === "connected" && data.provider !== connects[latest.current.to]) return;
      const isForAll = data.kind === "failed" || data.kind === "passwordNeeded";
      if (settle.current === null || (!isForAll && data.kind !== kind)) return;
      settle.current(data);
      settle.current = null;
      if (data.kind === "passwordNeeded") onPasswordNeeded(data);
      else if (data.kind !== "failed") onReturn(data as Extract<Success, { kind: Kind }>);
    };
    return () => channel.close();
  }, []);
  return settle;
}

/**
 * Resolves shortly after the window was seen closed, so that its last message arrives first. A window whose connection a
 * provider's page cut, and in Safari any that goes to another site, looks closed while it is open: whoever closes one is back
 * on this page, which has the focus then.
 */
function closing(opened: Window): Promise<void> {
  return new Promise((resolve) => {
    let seen = false;
    const timer = setInterval(() => {
      if (seen) {
        clearInterval(timer);
        resolve();
      }
      seen = opened.closed && document.hasFocus();
    }, screenLimits.popupTickMs);
  });
}
