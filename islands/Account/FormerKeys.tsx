import { useState } from "react";
import type { ApiKey } from "../../contract/schemas/keys.ts";
import { ownAccountTexts } from "../../contract/texts/ownAccount.ts";
import { browserClient } from "../_data/browserClient.ts";
import { shortMoment } from "../_data/momentsHere.ts";
import { queries } from "../_data/queries.ts";
import { useAction } from "../_data/useAction.ts";
import { useLoad } from "../_data/useLoad.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "../_parts/Button.tsx";
import { useFocusHome } from "../_parts/lostFocus.ts";
import { Notice } from "../_parts/Notice.tsx";
import { Section } from "./Section.tsx";

/** The keys of somebody whose plan had the API before: they can still be revoked, although the tab is not there. */
export function FormerKeys() {
  const texts = useTexts(ownAccountTexts);
  const keys = useLoad(queries.keys());
  const home = useFocusHome<HTMLDivElement>(keys.value?.length, true);
  const [said, setSaid] = useState("");
  const none = keys.value === undefined || keys.value.length === 0;
  // What was just revoked is said where the last one stood.
  if (none && said === "") return null;
  return (
    <Section title={texts.keys.title} about={texts.keys.about}>
      <div ref={home} tabIndex={-1}>
        <KeyList keys={keys.value ?? []} onSaid={setSaid} />
        <p className={none ? "" : "visually-hidden"} role="status">
          {said}
        </p>
      </div>
    </Section>
  );
}

function KeyList({ keys, onSaid }: { keys: readonly ApiKey[]; onSaid(said: string): void }) {
  const texts = useTexts(ownAccountTexts);
  const revoking = useAction(async (key: ApiKey) => {
    onSaid("");
    const { message } = await browserClient("DELETE /amplify/api/keys/{id}", { params: { id: key._id } });
    onSaid(message);
  });
  return (
    <>
      {revoking.message ? <Notice status="failed">{revoking.message}</Notice> : null}
      {keys.length === 0 ? null : (
        <ul className="sessions" aria-label={texts.keys.what}>
          {keys.map((key) => (
            <li key={key._id}>
              <div>
                <p className="session-device">{key.name}</p>
                <p className="session-times">
                  <span>{texts.keys.endsIn(key.lastFour)}</span>
                  <span>
                    {key.lastUsedAt === null
                      ? texts.keys.neverUsed
                      : texts.keys.lastUsed(shortMoment(key.lastUsedAt))}
                  </span>
                </p>
              </div>
              <Button
                aria-disabled={revoking.running}
                aria-label={texts.keys.revokeWhat(key.name)}
                onClick={() => void revoking.run(key)}
              >
                {texts.keys.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
