import { useState } from "react";
import { webhookLimits } from "../../../../contract/limits/api/webhooks.ts";
import type { Webhook } from "../../../../contract/schemas/webhooks.ts";
import { type WebhookType, webhookInput, webhookTypes } from "../../../../contract/schemas/webhookTypes.ts";
import { webhookTexts } from "../../../../contract/texts/workspace/webhooks.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { faultsOf, useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { useCrossedEdits } from "../../shell/useCrossedEdits.ts";
import { changedWebhook } from "./changedWebhook.ts";
import { useWebhookWords } from "./useWebhookWords.ts";

type Values = { name: string; url: string; types: WebhookType[] };
type Props = { webhook?: Webhook; onSecret: (secret: string) => void; onDone: () => void };

const groups = ["lead", "delivery", "campaign", "import", "account"] as const;

/** Adds a webhook, whose secret is then shown, or edits one. */
export function WebhookForm({ webhook, onSecret, onDone }: Props) {
  const texts = useTexts(webhookTexts);
  const words = useWebhookWords();
  // As the form has it: the list behind it goes on.
  const [opened] = useState(() => webhook ?? { _id: "", name: "", url: "", types: [...webhookTypes] });
  const save = useCrossedEdits<Webhook | typeof opened>();
  const saving = useServerForm<Values>({
    defaultValues: { name: opened.name, url: opened.url, types: [...opened.types] },
    faults: (values) => faultsOf<Values>(webhookInput, { values, words }),
    async send(body) {
      if (webhook === undefined) {
        // Its secret is kept for no second call.
        const options = { otherwise: texts.maybeAdded };
        return onSecret((await browserClient("POST /amplify/api/webhooks", { body }, options)).secret);
      }
      const params = { id: opened._id };
      const asOpened = changedWebhook(body, { opened, now: opened });
      if (Object.keys(asOpened).length === 0) return onDone();
      await save({
        thing: "webhook",
        opened,
        typed: shownIn(texts)(body),
        shown: shownIn(texts),
        // Which events it has by now matters only to whoever switched one.
        readsFirst: asOpened.types !== undefined,
        read: () => browserClient("GET /amplify/api/webhooks/{id}", { params }),
        put: (now) => {
          const changed = changedWebhook(body, { opened, now });
          const named = { ...changed, was: valuesOf(now, changed) };
          return browserClient("PUT /amplify/api/webhooks/{id}", { params, body: named });
        },
      });
      onDone();
    },
  });
  const { form, field } = saving;
  const types = field("types");
  const choose = (chosen: readonly WebhookType[]) =>
    form.setValue("types", [...chosen], { shouldDirty: true, shouldValidate: chosen.length > 0 });
  return (
    <Form
      of={saving}
      word={webhook === undefined ? texts.add : texts.save}
      busyWord={texts.saving}
      onCancel={onDone}
    >
      <Field
        label={texts.name}
        placeholder={texts.namePlaceholder}
        maxLength={webhookLimits.nameMax}
        autoComplete="off"
        required
        {...field("name")}
      />
      <Field
        label={texts.url}
        type="url"
        placeholder={texts.urlPlaceholder}
        maxLength={webhookLimits.urlMax}
        autoComplete="off"
        required
        {...field("url")}
      />
      <fieldset className="webhook-types" aria-describedby={types.error ? "webhook-types-fault" : undefined}>
        <legend>{texts.which}</legend>
        <div className="actions">
          <Button variant="quiet" onClick={() => choose(webhookTypes)}>
            {texts.all}
          </Button>
          <Button variant="quiet" onClick={() => choose([])}>
            {texts.none}
          </Button>
        </div>
        <div className="webhook-groups">
          {groups.map((group) => (
            <div key={group}>
              <h3>{texts.groups[group]}</h3>
              {webhookTypes
                .filter((type) => type.startsWith(`${group}.`))
                .map((type) => (
                  <label key={type} className="webhook-check">
                    <input type="checkbox" value={type} {...form.register("types")} />
                    <span>{texts.types[type]}</span>
                  </label>
                ))}
            </div>
          ))}
        </div>
        {types.error === undefined ? null : (
          <p className="field-error" id="webhook-types-fault" role="alert">
            {types.error}
          </p>
        )}
      </fieldset>
    </Form>
  );
}

/** What may have been changed by two people at once, with its words. */
const shownIn =
  (texts: Record<"name" | "url", string>) =>
  ({ name, url }: Pick<Webhook, "name" | "url">) => [
    { name: "name", label: texts.name, value: name },
    { name: "url", label: texts.url, value: url },
  ];

/** What stands where something is changed. */
function valuesOf(webhook: Values, changed: Partial<Values>) {
  return Object.fromEntries(Object.keys(changed).map((name) => [name, webhook[name as keyof Values]]));
}
