import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { Consent } from "../../../contract/leads/consent.ts";
import { type Lead, leadChange, leadInput } from "../../../contract/schemas/lead.ts";
import type { CustomField } from "../../../contract/schemas/leadFields.ts";
import { leadFormTexts } from "../../../contract/texts/workspace/leadForms.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { faultsOf, useServerForm } from "../../_data/useServerForm.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useWords } from "../../_data/useWords.ts";
import { Form } from "../../_parts/Form.tsx";
import { ChoiceField } from "../../_parts/fields/ChoiceField.tsx";
import { Field } from "../../_parts/fields/Field.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { ConsentField } from "./ConsentField.tsx";
import { OwnFields, type OwnValues, ownDefaults, ownFaults, ownGiven } from "./fields/OwnFields.tsx";
import { LeadAllowance } from "./LeadAllowance.tsx";
import { useAdding } from "./useAdding.ts";
import { useChangingLead } from "./useChangingLead.ts";

type Fields = OwnValues & {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  collection: string[];
  optout: boolean;
  consent: Consent;
};

/** What was begun to be changed of a lead, and what that was then. */
export type BegunEdit = { opened: Lead; values: Fields };

type Props = {
  lead?: Lead;
  /** Goes on with what was begun before. */
  begun?: BegunEdit | undefined;
  /** Is told of every change to the given lead. */
  onEdit?: (begun: BegunEdit) => void;
  /** It is shown on the lead's own page, which also has the collections and the history. */
  isPage?: boolean;
  onDone: () => void;
};

/** Adds a lead, or edits the given one. Only existing leads can be opted out and in. */
export function LeadForm(props: Props) {
  const fields = useLoad(queries.fields());
  // If custom fields cannot be loaded, the rest of a lead can still be edited: omitted values stay as they are.
  if (fields.state === "loading") return <SkeletonRows rows={5} />;
  return <LeadFormWith fields={fields.value ?? []} {...props} />;
}

function LeadFormWith({
  fields,
  begun,
  lead,
  isPage = false,
  onEdit,
  onDone,
}: Props & { fields: readonly CustomField[] }) {
  const texts = useTexts(leadFormTexts);
  const { leads } = useWorkspace();
  const words = useWords();
  // As the form has it: the list behind it goes on.
  const [opened] = useState(lead);
  const change = useChangingLead(fields);
  const { add } = useAdding();
  // An imported lead may have no last name, and none is required to change something else.
  const isNameless = lead?.lastName === "";
  const asked = isNameless ? leadChange : leadInput;
  const saving = useServerForm<Fields>({
    defaultValues: begun?.values ?? {
      firstName: lead?.firstName ?? "",
      lastName: lead?.lastName ?? "",
      email: lead?.email ?? "",
      phone: lead?.phone ?? "",
      collection: lead?.collection ?? (leads.collection === "all" ? [] : [leads.collection]),
      optout: lead?.optout ?? false,
      consent: lead?.consent ?? "unknown",
      own: ownDefaults(fields, lead?.fields),
    },
    faults: ({ collection: _, optout: _chosen, consent: _said, own, ...typed }) => [
      ...faultsOf<typeof typed>(asked, { values: typed, words }),
      ...ownFaults(fields, own, words),
    ],
    async send({ collection, optout, consent, own, ...typed }) {
      // Consent is only sent if it was changed here.
      const said = consent === (opened?.consent ?? "unknown") ? {} : { consent };
      // Trimmed, as the server does it.
      const typedIn = { ...asked.parse(typed), collection };
      if (opened === undefined) {
        const given = fields.length === 0 ? {} : { fields: ownGiven(fields, own) };
        await add("POST /amplify/leads", { body: { ...typedIn, ...given, ...said } });
      } else {
        await change({ ...typedIn, own, said, optout }, { opened, isPage });
      }
      onDone();
    },
  });
  const { form, field } = saving;
  const { collection = [], optout = false, consent = "unknown" } = useWatch({ control: form.control });
  const plain = { autoComplete: "off" };

  return (
    <Form
      of={saving}
      word={lead === undefined ? texts.form.add : texts.form.save}
      onCancel={onDone}
      onEdit={() => opened && onEdit?.({ opened, values: form.getValues() })}
    >
      {/* Not once it was sent: a refusal says the same, with the same way out, and would be said twice. */}
      {lead === undefined && !form.formState.isSubmitSuccessful ? <LeadAllowance /> : null}
      <div className="field-pair">
        <Field label={texts.form.firstName} required {...plain} {...field("firstName")} />
        <Field label={texts.form.lastName} required={!isNameless} {...plain} {...field("lastName")} />
      </div>
      <Field
        label={texts.form.email}
        type="email"
        inputMode="email"
        required
        {...plain}
        {...field("email")}
      />
      <Field label={texts.form.phone} type="tel" inputMode="tel" {...plain} {...field("phone")} />
      <OwnFields fields={fields} field={field} />
      {isPage ? null : (
        <CollectionChoice chosen={collection} onChange={(names) => form.setValue("collection", [...names])} />
      )}
      {lead === undefined ? null : (
        <OptOut value={optout} onChange={(chosen) => form.setValue("optout", chosen)} />
      )}
      <ConsentField value={consent} lead={lead} onChange={(chosen) => form.setValue("consent", chosen)} />
    </Form>
  );
}

function OptOut({ value, onChange }: { value: boolean; onChange: (optout: boolean) => void }) {
  const texts = useTexts(leadFormTexts);
  return (
    <fieldset className="choices-field">
      <legend>{texts.form.optedOut}</legend>
      <ChoiceField
        type="radio"
        name="optout"
        label={texts.yes}
        checked={value}
        onChange={() => onChange(true)}
      />
      <ChoiceField
        type="radio"
        name="optout"
        label={texts.no}
        checked={!value}
        onChange={() => onChange(false)}
      />
    </fieldset>
  );
}

/** Which collections a lead is in. */
function CollectionChoice({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (names: readonly string[]) => void;
}) {
  const texts = useTexts(leadFormTexts);
  const collections = useLoad(queries.collections());
  // A lead may be in a collection that was not loaded yet; saving must not remove it.
  const names = [...new Set([...(collections.value ?? []).map(({ name }) => name), ...chosen])];
  if (names.length === 0) return null;
  return (
    <fieldset className="choices-field">
      <legend>{texts.form.collections}</legend>
      {names.map((name) => (
        <ChoiceField
          key={name}
          type="checkbox"
          label={name}
          checked={chosen.includes(name)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        />
      ))}
    </fieldset>
  );
}
