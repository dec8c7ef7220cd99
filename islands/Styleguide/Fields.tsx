import { useState } from "react";
import { ChoiceField } from "../_parts/fields/ChoiceField.tsx";
import { Combobox } from "../_parts/fields/Combobox.tsx";
import { DateField } from "../_parts/fields/DateField.tsx";
import { Field } from "../_parts/fields/Field.tsx";
import { FileDrop } from "../_parts/fields/FileDrop.tsx";
import { LineSelect } from "../_parts/fields/LineSelect.tsx";
import { NumberField } from "../_parts/fields/NumberField.tsx";
import { SelectField } from "../_parts/fields/SelectField.tsx";
import { SliderField } from "../_parts/fields/SliderField.tsx";
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
        label="Email"
        type="email"
        autoComplete="off"
        hint="We write only when you ask."
        placeholder="you@example.com"
      />
      <Field label="Collection" error="Collection already exists" defaultValue="customers" />
      <Field label="Account" value="locked@example.com" readOnly />
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

const plans = [
  { value: "free", text: "Free" },
  { value: "premium", text: "Premium" },
] as const;

/** What is chosen rather than typed: one of a list, a day, a time, a number on a line, a file. */
export function Choices() {
  const [width, setWidth] = useState(600);
  const [days, setDays] = useState(7);
  const [plan, setPlan] = useState<"free" | "premium">("free");
  const [file, setFile] = useState("");
  return (
    <>
      <Specimen
        name="Select"
        note="The browser's own control, dressed: its keys, its list for a finger, and no script. Open it looks like a menu where the browser lets it."
      >
        <SelectField label="Provider" hint="Locked once the account is there.">
          <option>Google</option>
          <option>Outlook</option>
          <option>A mail server of my own, with a name that is longer than the field is wide</option>
        </SelectField>
        <SelectField label="Subject" error="Choose one.">
          <optgroup label="Lead">
            <option>Name</option>
            <option>Email</option>
          </optgroup>
          <optgroup label="What they did">
            <option>Opened</option>
            <option disabled>Clicked</option>
          </optgroup>
        </SelectField>
        <SelectField label="Locked" disabled>
          <option>Google</option>
        </SelectField>
        <p className="specimen-row">
          Everybody on <LineSelect label="Plan" value={plan} options={plans} onChange={setPlan} /> who has not
          opened for{" "}
          <NumberField label="Days" unit="days" value={days} min={1} max={365} onChange={setDays} />
        </p>
      </Specimen>
      <Specimen
        name="Day and time"
        note="Typed in the browser's own field, or chosen from a calendar that is loaded when it opens. A finger gets its system's."
      >
        <DateField label="Joined" defaultValue="2026-03-09" />
        <DateField label="Begins" type="datetime-local" error="That moment has passed." />
        <DateField label="From" type="time" defaultValue="09:00" />
        <DateField label="Locked day" defaultValue="2026-03-09" disabled />
      </Specimen>
      <Specimen name="Slider" note="A number on a line, and beside it for whoever knows it.">
        <SliderField label="Mail width" unit="px" value={width} min={320} max={900} onChange={setWidth} />
      </Specimen>
      <Specimen
        name="File"
        note="Dropped, or chosen by pressing anywhere on it, with Enter or Space as well."
      >
        <FileDrop
          label="Choose a spreadsheet"
          words="or drop it here"
          hint={file === "" ? "CSV or Excel, up to 20 MB." : `${file} was chosen.`}
          accept=".csv,.xlsx"
          onFiles={([first]) => setFile(first?.name ?? "")}
        />
        <FileDrop label="Choose a picture" accept="image/*" error="That is no picture." onFiles={() => {}} />
      </Specimen>
    </>
  );
}
