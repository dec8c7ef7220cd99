import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { trackChoices } from "../../contract/leads/consent.ts";
import type { Tracking } from "../../contract/schemas/tracking.ts";
import { ownAccountTexts } from "../../contract/texts/ownAccount.ts";
import { browserClient } from "../_data/browserClient.ts";
import { queries } from "../_data/queries.ts";
import { useAction } from "../_data/useAction.ts";
import { useLoad } from "../_data/useLoad.ts";
import { useTexts } from "../_data/useTexts.ts";
import { ChoiceField } from "../_parts/fields/ChoiceField.tsx";
import { RadioChoices } from "../_parts/fields/RadioChoices.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { WhenLoaded } from "../_parts/WhenLoaded.tsx";
import { Section } from "./Section.tsx";

/** Whether opens and clicks are counted in one's mails; each send can say otherwise. */
export function Counting() {
  const texts = useTexts(ownAccountTexts);
  const tracking = useLoad(queries.tracking());
  return (
    <Section title={texts.counting.title} about={texts.counting.about}>
      <WhenLoaded what={texts.counting.what} loaded={tracking} rows={2}>
        {(chosen) => <Choices tracking={chosen} />}
      </WhenLoaded>
    </Section>
  );
}

function Choices({ tracking }: { tracking: Tracking }) {
  const texts = useTexts(ownAccountTexts);
  const [saved, setSaved] = useState(false);
  const client = useQueryClient();
  const { queryKey } = queries.tracking();
  // The box is ticked with the press, and as it was again where the server refuses.
  const saving = useAction(async (choice: Partial<Pick<Tracking, "opens" | "clicks" | "track">>) => {
    setSaved(false);
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, { ...tracking, ...choice });
    try {
      client.setQueryData(queryKey, await browserClient("PUT /amplify/account/tracking", { body: choice }));
    } catch (error) {
      client.setQueryData(queryKey, tracking);
      throw error;
    }
    setSaved(true);
  });
  if (!tracking.available) return <p>{texts.counting.off}</p>;
  const { opens, clicks, track } = tracking;
  return (
    <div className="counting-choices" aria-busy={saving.running}>
      {saving.message === "" ? null : <Notice status="failed">{saving.message}</Notice>}
      <ChoiceField
        type="checkbox"
        label={texts.counting.opens}
        checked={opens}
        onChange={(event) => saving.run({ opens: event.target.checked })}
      />
      <ChoiceField
        type="checkbox"
        label={texts.counting.clicks}
        checked={clicks}
        onChange={(event) => saving.run({ clicks: event.target.checked })}
      />
      <fieldset className="choices-field">
        <legend>{texts.counting.whom}</legend>
        <RadioChoices
          name="track"
          choices={trackChoices}
          labels={texts.counting.tracks}
          value={track}
          onChange={(choice) => saving.run({ track: choice })}
        />
        <p className="muted">{texts.counting.rule}</p>
      </fieldset>
      <p className="muted" role="status">
        {saved ? texts.counting.saved : ""}
      </p>
    </div>
  );
}
