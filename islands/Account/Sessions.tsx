import { useState } from "react";
import type { SignedInSession } from "../../contract/schemas/account.ts";
import { ownAccountTexts } from "../../contract/texts/ownAccount.ts";
import { browserClient } from "../_data/browserClient.ts";
import { shortMoment } from "../_data/momentsHere.ts";
import { leaveNotice } from "../_data/passingNotice.ts";
import { queries } from "../_data/queries.ts";
import { writeSetting } from "../_data/setting.ts";
import { useAction } from "../_data/useAction.ts";
import { useLoad } from "../_data/useLoad.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Badge } from "../_parts/Badge.tsx";
import { Button } from "../_parts/Button.tsx";
import { useFocusHome } from "../_parts/lostFocus.ts";
import { Notice } from "../_parts/Notice.tsx";
import { WhenLoaded } from "../_parts/WhenLoaded.tsx";
import { Section } from "./Section.tsx";

export function Sessions() {
  const texts = useTexts(ownAccountTexts);
  const sessions = useLoad(queries.sessions());
  return (
    <Section title={texts.sessions.title} about={texts.sessions.about}>
      <WhenLoaded what={texts.sessions.what} loaded={sessions} rows={3}>
        {(open) => <SessionList sessions={open} />}
      </WhenLoaded>
    </Section>
  );
}

function SessionList({ sessions }: { sessions: SignedInSession[] }) {
  const texts = useTexts(ownAccountTexts);
  const list = useFocusHome<HTMLUListElement>(sessions.length, true);
  const [said, setSaid] = useState("");
  const ending = useAction(async (session: SignedInSession) => {
    setSaid("");
    const params = { id: session._id };
    const { message } = await browserClient("DELETE /amplify/account/sessions/{id}", { params });
    if (session.current) leave("signedOut");
    else setSaid(message);
  });
  const endingAll = useAction(async () => {
    await browserClient("DELETE /amplify/account/sessions");
    leave("signedOutEverywhere");
  });
  const message = ending.message || endingAll.message;
  return (
    <>
      {message ? <Notice status="failed">{message}</Notice> : null}
      <ul ref={list} className="sessions" aria-label={texts.sessions.what} tabIndex={-1}>
        {hereFirst(sessions).map((session) => (
          <li key={session._id}>
            <div>
              <p className="session-device">
                {session.device}{" "}
                {session.current ? <Badge status="sent">{texts.sessions.thisDevice}</Badge> : null}
              </p>
              <p className="session-times">
                <span>{texts.sessions.signedIn(shortMoment(session.createdAt))}</span>
                {session.current ? null : (
                  <span>{texts.sessions.lastSeen(shortMoment(session.lastSeenAt))}</span>
                )}
              </p>
            </div>
            <Button
              aria-disabled={ending.running || endingAll.running}
              aria-label={texts.sessions.signOutOf({
                device: session.device,
                when: shortMoment(session.createdAt),
              })}
              onClick={() => void ending.run(session)}
            >
              {texts.sessions.signOut}
            </Button>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div className="account-buttons">
        <Button aria-disabled={endingAll.running} onClick={() => void endingAll.run()}>
          {texts.sessions.signOutEverywhere}
        </Button>
      </div>
    </>
  );
}

function hereFirst(sessions: readonly SignedInSession[]): SignedInSession[] {
  return [...sessions].sort((a, b) => Number(b.current) - Number(a.current));
}

/** This browser's own session has just ended. */
function leave(kind: "signedOut" | "signedOutEverywhere"): void {
  leaveNotice({ kind });
  writeSetting("uid", "");
  window.location.assign("/login");
}
