import type { KeyScope } from "../../../../contract/identity/keys.ts";
import { keyLimits } from "../../../../contract/limits/identity.ts";
import type { Credential } from "../../../../contract/schemas/credential.ts";
import type { Collection } from "../../../../contract/schemas/lead.ts";
import { type KeyTexts, keyTexts } from "../../../../contract/texts/workspace/keys.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { type Fault, type ServerForm, useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { expiresAtOf, type KeyExpiry, keyExpiries } from "../../../_parts/fields/keyExpiry.ts";
import { ScopesField } from "../../../_parts/fields/ScopesField.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { TextAreaField } from "../../../_parts/fields/TextAreaField.tsx";

type Fields = {
  name: string;
  scopes: KeyScope[];
  expiry: KeyExpiry;
  collections: string[];
  accounts: string[];
  addresses: string;
};

const defaultValues: Fields = {
  name: "",
  scopes: ["read"],
  expiry: "days90",
  collections: [],
  accounts: [],
  addresses: "",
};

/** Creates a key. Its restrictions are collapsed, since most keys have none. */
export function KeyForm({ onMade, onCancel }: { onMade: (secret: string) => void; onCancel: () => void }) {
  const texts = useTexts(keyTexts);
  const of = useServerForm<Fields>({
    defaultValues,
    faults: (values) => faultsIn(values, texts),
    async send(values) {
      const { key } = await browserClient(
        "POST /amplify/api/keys",
        { body: bodyOf(values) },
        // Its answer is kept nowhere, so what was made without one being read is of no use to anybody.
        { otherwise: texts.form.maybeMade },
      );
      onMade(key);
    },
  });
  const { form } = texts;
  return (
    <Form of={of} word={form.make} busyWord={form.making} onCancel={onCancel}>
      <Field label={form.name} hint={form.nameHint} maxLength={keyLimits.nameMax} {...of.field("name")} />
      <ScopesField {...of.field("scopes")} />
      <SelectField label={form.expires} {...of.field("expiry")}>
        {keyExpiries.map((expiry) => (
          <option key={expiry} value={expiry}>
            {form.expiries[expiry]}
          </option>
        ))}
      </SelectField>
      <Bounds of={of} texts={texts} />
    </Form>
  );
}

function Bounds({ of, texts }: { of: ServerForm<Fields>; texts: KeyTexts }) {
  const collections = useLoad(queries.collections()).value ?? [];
  const accounts = useLoad(queries.credentials()).value ?? [];
  const { form } = texts;
  return (
    <details className="key-bounds">
      <summary>{form.bounds}</summary>
      <div className="stack">
        <p className="muted">{form.boundsHint}</p>
        <Choices legend={form.collections} choices={collections.map(named)} {...of.field("collections")} />
        <Choices legend={form.accounts} choices={accounts.map(sending)} {...of.field("accounts")} />
        <TextAreaField label={form.addresses} hint={form.addressesHint} rows={3} {...of.field("addresses")} />
      </div>
    </details>
  );
}

type Choice = { id: string; text: string };
const named = ({ _id: id, name: text }: Collection): Choice => ({ id, text });
const sending = ({ _id: id, sender: text }: Credential): Choice => ({ id, text });

function Choices({
  legend,
  choices,
  error: _,
  ...field
}: { legend: string; choices: readonly Choice[] } & ReturnType<ServerForm<Fields>["field"]>) {
  if (choices.length === 0) return null;
  return (
    <fieldset className="key-scopes key-choices">
      <legend>{legend}</legend>
      {choices.map(({ id, text }) => (
        <label key={id} className="check">
          <input type="checkbox" value={id} {...field} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

function faultsIn({ name, scopes }: Fields, { form }: KeyTexts): Fault<Fields>[] {
  return [
    ...(name.trim() === "" ? [{ field: "name", message: form.nameMissing } as const] : []),
    ...(listOf(scopes).length === 0 ? [{ field: "scopes", message: form.scopesMissing } as const] : []),
  ];
}

function bodyOf({ name, scopes, expiry, collections, accounts, addresses }: Fields) {
  const given = addresses.split(/[\s,]+/).filter(Boolean);
  return {
    name,
    scopes: listOf(scopes),
    expiresAt: expiresAtOf(expiry),
    collections: orNull(listOf(collections)),
    accounts: orNull(listOf(accounts)),
    addresses: orNull(given),
  };
}

/** For a single checkbox a form has true or false instead of a list. */
function listOf<T>(value: T[]): T[] {
  return Array.isArray(value) ? value : [];
}

function orNull<T>(list: T[]): T[] | null {
  return list.length === 0 ? null : list;
}
