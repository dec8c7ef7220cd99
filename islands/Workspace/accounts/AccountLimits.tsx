import { useState } from "react";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { providers } from "../../../contract/sending/providers.ts";
import { type ProviderTexts, providerTexts } from "../../../contract/texts/providers.ts";
import { type AccountTexts, accountTexts } from "../../../contract/texts/workspace/accounts.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useServerForm } from "../../_data/useServerForm.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Form } from "../../_parts/Form.tsx";
import { Field } from "../../_parts/fields/Field.tsx";
import { useCrossedEdits } from "../shell/useCrossedEdits.ts";
import { accountNow, asRead } from "./accountNow.ts";
import { changedLimits, type LimitValues, limitDefaults, limitFaults, shownLimits } from "./limitValues.ts";

/** How many mails one account may send, and how fast. An empty field means no limit. */
export default function AccountLimits({
  credential: given,
  onDone,
}: {
  credential: Credential;
  onDone: () => void;
}) {
  const texts = useTexts(accountTexts);
  const names = useTexts(providerTexts);
  // As the form has it: the list behind it goes on.
  const [credential] = useState(given);
  const opened = limitDefaults(credential);
  const save = useCrossedEdits<Credential>();
  const shownOf = (values: LimitValues) => shownLimits(values, texts);
  const saving = useServerForm<LimitValues>({
    defaultValues: opened,
    faults: (values) => limitFaults(values, texts),
    async send(values) {
      const params = { id: credential._id };
      // Nothing else goes along: it may have been changed in another tab since this form was opened.
      const changed = changedLimits(values, opened);
      await save({
        thing: "account",
        opened: credential,
        typed: shownOf(values),
        shown: (one) => shownOf(limitDefaults(one)),
        read: () => accountNow(credential),
        put: (now) => {
          const body = { provider: credential.provider, ...changed, was: asRead(now, changed) };
          return browserClient("PUT /amplify/auth/credentials/{id}", { params, body });
        },
      });
      onDone();
    },
  });
  const field = (name: keyof LimitValues) => ({
    inputMode: "numeric" as const,
    autoComplete: "off",
    ...saving.field(name),
  });
  return (
    <Form of={saving} word={texts.limitForm.save} busyWord={texts.saving} onCancel={onDone}>
      <p className="muted">{hintOf(credential, { texts, names })}</p>
      <div className="field-pair">
        <Field label={texts.limitForm.perDay} {...field("perDay")} />
        <Field label={texts.limitForm.perMinute} {...field("perMinute")} />
      </div>
      <Field label={texts.limitForm.gap} hint={texts.limitForm.gapHint} {...field("gapSeconds")} />
      {credential.provider === "smtp" ? (
        <Field
          label={texts.limitForm.connections}
          hint={texts.limitForm.connectionsHint(providers.smtp.connections)}
          {...field("connections")}
        />
      ) : null}
      <Field label={texts.limitForm.ramp} hint={rampHint(credential, texts)} {...field("rampPerDay")} />
    </Form>
  );
}

type Hinting = { texts: AccountTexts; names: ProviderTexts };

function hintOf({ provider }: Credential, { texts, names }: Hinting): string {
  const { perDay, perMinute } = providers[provider].budget;
  if (perDay === null) return texts.limitForm.smallestDecides;
  return texts.limitForm.providersOwn({ name: names[provider], perDay, perMinute });
}

function rampHint({ rampPerDay, perDayNow, perDay }: Credential, texts: AccountTexts): string {
  const what = texts.limitForm.rampHint;
  if (rampPerDay === null || perDayNow === null || perDayNow === perDay) return what;
  return texts.limitForm.rampToday({ what, perDayNow });
}
