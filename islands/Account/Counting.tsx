import { useState } from "react";
import type { Tracking } from "../../contract/schemas/tracking.ts";
import { browserClient } from "../_data/browserClient.ts";
import { useAction } from "../_data/useAction.ts";
import { useLoad } from "../_data/useLoad.ts";
import { FailedState } from "../_parts/FailedState.tsx";
import { ChoiceField } from "../_parts/fields/ChoiceField.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { SkeletonRows } from "../_parts/SkeletonRows.tsx";
import { Section } from "./Section.tsx";

/** Whether opens and clicks are counted in one's mails; each send can say otherwise. */
export function Counting() {
  const tracking = useLoad("tracking", (signal) =>
    browserClient("GET /amplify/account/tracking", {}, { signal }),
  );
  return (
    <Section
      title="Opens and clicks"
      about="Whether they are counted in the mails you send. Each send can say otherwise. In many countries recipients have to agree first."
    >
      {tracking.state === "failed" ? <FailedState what="Your choice" loaded={tracking} /> : null}
      {tracking.state === "loading" ? <SkeletonRows rows={2} /> : null}
      {tracking.value === undefined ? null : <Choices tracking={tracking.value} />}
    </Section>
  );
}

function Choices({ tracking }: { tracking: Tracking }) {
  const [chosen, setChosen] = useState(tracking);
  const [saved, setSaved] = useState(false);
  const saving = useAction(async (choice: Pick<Tracking, "opens" | "clicks">) => {
    setSaved(false);
    setChosen(await browserClient("PUT /amplify/account/tracking", { body: choice }));
    setSaved(true);
  });
  if (!tracking.available) return <p>This installation counts neither opens nor clicks.</p>;
  const { opens, clicks } = chosen;
  return (
    <div className="account-choices" aria-busy={saving.running}>
      {saving.message === "" ? null : <Notice status="failed">{saving.message}</Notice>}
      <ChoiceField
        type="checkbox"
        label="Count who opens a mail, by an invisible picture"
        checked={opens}
        onChange={(event) => saving.run({ opens: event.target.checked, clicks })}
      />
      <ChoiceField
        type="checkbox"
        label="Count who follows a link, by links that lead through this installation"
        checked={clicks}
        onChange={(event) => saving.run({ opens, clicks: event.target.checked })}
      />
      <p className="muted" role="status">
        {saved ? "Saved" : ""}
      </p>
    </div>
  );
}
