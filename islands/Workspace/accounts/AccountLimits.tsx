import type { Credential } from "../../../contract/schemas/credential.ts";
import { providers } from "../../../contract/sending/providers.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useServerForm } from "../../_data/useServerForm.ts";
import { Form } from "../../_parts/Form.tsx";
import { Field } from "../../_parts/fields/Field.tsx";
import { type LimitValues, limitDefaults, limitFaults, limitsWire } from "./limitValues.ts";

/** How much may go from one account, and how fast. What is left empty is not limited. */
export function AccountLimits({ credential, onDone }: { credential: Credential; onDone: () => void }) {
  const saving = useServerForm<LimitValues>({
    defaultValues: limitDefaults(credential),
    faults: limitFaults,
    async send(values) {
      const { provider, appEmail } = credential;
      const params = { id: credential._id };
      const body = { provider, appEmail, appPassword: "", alias: "", ...limitsWire(values) };
      await browserClient("PUT /amplify/auth/credentials/{id}", { params, body });
      onDone();
    },
  });
  const field = (name: keyof LimitValues) => ({
    inputMode: "numeric" as const,
    autoComplete: "off",
    ...saving.field(name),
  });
  return (
    <Form of={saving} word="Save limits" busyWord="Saving…" onCancel={onDone}>
      <p className="muted">{hintOf(credential)}</p>
      <div className="field-pair">
        <Field label="Mails in 24 hours" {...field("perDay")} />
        <Field label="Mails in a minute" {...field("perMinute")} />
      </div>
      <Field
        label="Seconds between two mails"
        hint="With a gap, mails go one at a time."
        {...field("gapSeconds")}
      />
      <Field label="Ramp-up: mails on the first day" hint={rampHint(credential)} {...field("rampPerDay")} />
    </Form>
  );
}

function hintOf({ provider }: Credential): string {
  const { name, budget } = providers[provider];
  const rest = "The smallest limit decides. An empty field means no limit of ours.";
  if (budget.perDay === null) return rest;
  return `${name} itself allows about ${budget.perDay} a day and ${budget.perMinute} a minute. ${rest}`;
}

function rampHint({ rampPerDay, perDayNow, perDay }: Credential): string {
  const what =
    "For a new mailbox: so many on the first day, as many more on each day after it, until the daily limit.";
  if (rampPerDay === null || perDayNow === null || perDayNow === perDay) return what;
  return `${what} Today it allows ${perDayNow}.`;
}
