import { useWatch } from "react-hook-form";
import type { Consent } from "../../../../contract/leads/consent.ts";
import type { LeadChoice } from "../../../../contract/schemas/leadActions.ts";
import { leadFormTexts } from "../../../../contract/texts/workspace/leadForms.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Form } from "../../../_parts/Form.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { ConsentField } from "../ConsentField.tsx";
import type { LeadActions } from "./useLeadActions.ts";

/** Sets for all selected leads whether they agreed to tracking. */
export function SetConsent({
  which,
  actions: { acting },
  onDone,
}: {
  which: LeadChoice;
  actions: LeadActions;
  onDone: () => void;
}) {
  const texts = useTexts(leadFormTexts).consent;
  const setting = useServerForm<{ consent: Consent }>({
    defaultValues: { consent: "granted" },
    faults: () => [],
    async send({ consent }) {
      if (await acting.run({ action: "setConsent", consent, which })) onDone();
    },
  });
  const { form } = setting;
  const consent = useWatch({ control: form.control, name: "consent" });
  return (
    <Form
      of={setting}
      word={texts.set}
      onCancel={onDone}
      onEdit={acting.clear}
      beside={acting.message === "" ? null : <Notice status="failed">{acting.message}</Notice>}
    >
      <p>{texts.ofSelection}</p>
      <ConsentField value={consent} onChange={(chosen) => form.setValue("consent", chosen)} />
    </Form>
  );
}
