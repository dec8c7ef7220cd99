import { useForm } from "react-hook-form";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { providers } from "../../../contract/sending/providers.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useAction } from "../../_data/useAction.ts";
import { Button } from "../../_parts/Button.tsx";
import { Field } from "../../_parts/fields/Field.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { type LimitValues, limitDefaults, limitFault, limitsWire } from "./limitValues.ts";

/** How much may go from one account, and how fast. What is left empty is not limited. */
export function AccountLimits({ credential, onDone }: { credential: Credential; onDone: () => void }) {
  const form = useForm<LimitValues>({ defaultValues: limitDefaults(credential) });
  const saving = useAction(async (values: LimitValues) => {
    const { provider, appEmail } = credential;
    const params = { id: credential._id };
    const body = { provider, appEmail, appPassword: "", alias: "", ...limitsWire(values) };
    await browserClient("PUT /amplify/auth/credentials/{id}", { params, body });
    onDone();
  });
  const field = (name: keyof LimitValues) => ({
    inputMode: "numeric" as const,
    autoComplete: "off",
    error: form.formState.errors[name]?.message,
    ...form.register(name, { validate: (text) => limitFault(name, text) ?? true }),
  });
  return (
    <form
      className="stack"
      noValidate
      onChange={saving.clear}
      onSubmit={form.handleSubmit((values) => saving.run(values))}
    >
      <p className="muted">{hintOf(credential)}</p>
      {saving.message === "" ? null : <Notice status="failed">{saving.message}</Notice>}
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
      <div className="actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={saving.running}>
          {saving.running ? "Saving…" : "Save limits"}
        </Button>
      </div>
    </form>
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
