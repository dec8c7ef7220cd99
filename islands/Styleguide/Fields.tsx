import { useState } from "react";
import { ChoiceField } from "../_parts/fields/ChoiceField.tsx";
import { Combobox } from "../_parts/fields/Combobox.tsx";
import { Field } from "../_parts/fields/Field.tsx";
import { SelectField } from "../_parts/fields/SelectField.tsx";
import { TextAreaField } from "../_parts/fields/TextAreaField.tsx";
import { Specimen } from "./Specimen.tsx";

const leads = [
  { key: "ann", label: "Ann Lee", detail: "ann@example.com" },
  { key: "ben", label: "Ben Ode", detail: "ben@example.com" },
  { key: "cem", label: "Cem Öz", detail: "cem@example.com" },
];

/** Everything one fills in. */
export function Fields() {
  const [lead, setLead] = useState("Ann Lee");
  const [search, setSearch] = useState("");
  return (
    <Specimen
      name="Field"
      note="Label above, hint and error below, all three read out. The error says how to put it right."
    >
      <Field
        label="E-mail"
        type="email"
        autoComplete="off"
        hint="We write only when you ask."
        placeholder="you@example.com"
      />
      <Field label="Collection" error="Collection already exists" defaultValue="customers" />
      <Field label="Account" value="locked@example.com" readOnly />
      <SelectField label="Provider">
        <option>Google</option>
        <option>Outlook</option>
      </SelectField>
      <Combobox
        label="Lead"
        value={lead}
        options={leads.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))}
        state=""
        onSearch={setSearch}
        onPick={(key) => setLead(leads.find((one) => one.key === key)?.label ?? "")}
      />
      <TextAreaField label="Note" hint="Only you see it." />
      <fieldset className="choices-field">
        <legend>Opted out</legend>
        <ChoiceField type="radio" name="specimen-optout" label="Yes" />
        <ChoiceField type="radio" name="specimen-optout" label="No" defaultChecked />
      </fieldset>
      <ChoiceField type="checkbox" label="Count who opens it" defaultChecked />
    </Specimen>
  );
}
