import {
  type EditorSettingsTexts,
  editorSettingsTexts,
} from "../../../../../contract/texts/workspace/design/editorSettings.ts";
import { isValues, type Values } from "../../../../../mail/design/design.ts";
import { valueAt, withValueAt } from "../../../../../mail/design/valuePaths.ts";
import { networks } from "../../../../../mail/drawing/blockHtml.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { Field } from "../../../../_parts/fields/Field.tsx";
import { SelectField } from "../../../../_parts/fields/SelectField.tsx";
import { completing } from "../wholeLink.ts";
import { type ChangeValues, shownValue } from "./fields.ts";

type ListPlan = {
  path: string;
  numbered: (number: number) => string;
  remove: (number: number) => string;
  add: string;
  fields: readonly { path: string; label: string; choices?: readonly string[]; isLink?: boolean }[];
  fresh: () => Values;
};

const plansIn = ({ pages, links }: EditorSettingsTexts): Readonly<Record<string, ListPlan>> => ({
  social: {
    path: "icons.icons",
    ...pages,
    fields: [
      { path: "name", label: pages.network, choices: networks },
      { path: "url", label: pages.address, isLink: true },
    ],
    fresh: () => ({ name: "Facebook", url: "https://facebook.com/" }),
  },
  menu: {
    path: "menu.items",
    ...links,
    fields: [
      { path: "text", label: links.word },
      { path: "link.values.href", label: links.address, isLink: true },
    ],
    fresh: () => ({
      key: String(Date.now()),
      text: links.fresh,
      link: { name: "web", values: { href: "https://", target: "_blank" } },
    }),
  },
});

/** A list that grows and shrinks: the links of a menu, or the pages of a social block. */
export function ListFields({
  type,
  shown,
  onChange,
}: {
  type: string;
  shown: Values;
  onChange: ChangeValues;
}) {
  const plan = plansIn(useTexts(editorSettingsTexts))[type];
  if (plan === undefined) return null;
  const stored = valueAt(shown, plan.path);
  const items = (Array.isArray(stored) ? stored : []).filter(isValues);
  const put = (next: Values[], as: string) => onChange((values) => withValueAt(values, plan.path, next), as);
  return (
    <>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no key of their own and never change places.
        <fieldset key={at} className="editor-list">
          <legend>{plan.numbered(at + 1)}</legend>
          {plan.fields.map((field) => (
            <ItemField
              key={field.path}
              field={field}
              value={shownValue(valueAt(item, field.path))}
              onChange={(value) =>
                put(
                  items.map((other, index) => (index === at ? withValueAt(other, field.path, value) : other)),
                  `${at} ${field.path}`,
                )
              }
            />
          ))}
          <Button
            variant="quiet"
            onClick={() =>
              put(
                items.filter((_, index) => index !== at),
                "",
              )
            }
          >
            {plan.remove(at + 1)}
          </Button>
        </fieldset>
      ))}
      <Button onClick={() => put([...items, plan.fresh()], "")}>{plan.add}</Button>
    </>
  );
}

function ItemField({
  field: { label, choices, isLink = false },
  value,
  onChange,
}: {
  field: ListPlan["fields"][number];
  value: string;
  onChange: (value: string) => void;
}) {
  if (choices === undefined)
    return (
      <Field
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={isLink ? completing(value, onChange) : undefined}
      />
    );
  // A page from an imported design may have a name that we do not offer.
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {(choices.includes(value) ? choices : [value, ...choices]).map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </SelectField>
  );
}
