import { fitOf, newFieldFor, unfitCount } from "../../../../contract/imports/fieldFits.ts";
import { fieldKinds } from "../../../../contract/leads/customFields.ts";
import { importLimits } from "../../../../contract/limits/imports.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { ColumnFit, ImportField } from "../../../../contract/schemas/imports.ts";
import type { CustomField } from "../../../../contract/schemas/leadFields.ts";
import {
  type CustomFieldTexts,
  customFieldTexts,
} from "../../../../contract/texts/workspace/customFields.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";

/** What becomes of the columns that every lead has no place for: a field of the workspace's own, or nothing. */
export function OtherColumns({
  columns,
  fits,
  fields,
  chosen,
  onChange,
}: {
  columns: readonly string[];
  fits: readonly ColumnFit[];
  fields: readonly CustomField[];
  chosen: readonly ImportField[];
  onChange: (chosen: ImportField[]) => void;
}) {
  const texts = useTexts(customFieldTexts);
  if (columns.length === 0) return null;
  const choose = (column: string, field: ImportField | null) => {
    const others = chosen.filter((other) => other.column !== column);
    onChange(field === null ? others : [...others, field]);
  };
  const left = leftOut({ columns, chosen });
  const each = (
    <div className="column-map">
      {columns.map((column) => (
        <OtherColumn
          key={column}
          column={column}
          fit={fitOf(column, fits)}
          fields={fields}
          chosen={chosen.find((field) => field.column === column) ?? null}
          onChange={(field) => choose(column, field)}
        />
      ))}
    </div>
  );
  return (
    <fieldset className="other-columns">
      <legend>{texts.column.title}</legend>
      <p className="muted">{texts.column.hint}</p>
      {columns.length <= screenLimits.otherColumnsOpen ? (
        each
      ) : (
        <details>
          <summary>{texts.column.each(columns.length)}</summary>
          {each}
        </details>
      )}
      <div className="actions">
        {chosen.length === 0 ? null : <Button onClick={() => onChange([])}>{texts.column.leaveAll}</Button>}
        <Button
          disabled={left.length === 0}
          onClick={() => onChange([...chosen, ...left.map((column) => newFieldFor(column, fits))])}
        >
          {texts.column.keepAll}
        </Button>
      </div>
    </fieldset>
  );
}

/** The columns that nothing becomes of as yet. */
export function leftOut({
  columns,
  chosen,
}: {
  columns: readonly string[];
  chosen: readonly ImportField[];
}): string[] {
  return columns.filter((column) => !chosen.some((field) => field.column === column));
}

function OtherColumn({
  column,
  fit,
  fields,
  chosen,
  onChange,
}: {
  column: string;
  fit: ColumnFit | undefined;
  fields: readonly CustomField[];
  chosen: ImportField | null;
  onChange: (field: ImportField | null) => void;
}) {
  const texts = useTexts(customFieldTexts);
  const value = chosen === null ? "" : "key" in chosen ? `key:${chosen.key}` : `new:${chosen.kind}`;
  const kinds = fieldKinds.filter((kind) => kind !== "choice" || (fit?.values?.length ?? 0) > 0);
  const pick = (picked: string) => {
    if (picked === "") return onChange(null);
    const what = picked.slice(4);
    const kind = fieldKinds.find((each) => each === what);
    if (picked.startsWith("key:") || kind === undefined) return onChange({ column, key: what });
    onChange(newFieldFor(column, fit === undefined ? [] : [fit], kind));
  };
  return (
    <SelectField
      label={column}
      hint={
        unfitText(chosen, { fit, fields }, texts) ??
        (namesCollections(column) ? texts.column.collections : undefined)
      }
      value={value}
      onChange={({ target }) => pick(target.value)}
    >
      <option value="">{texts.column.leaveOut}</option>
      {fields.length === 0 ? null : (
        <optgroup label={texts.column.existing}>
          {fields.map(({ key, label }) => (
            <option key={key} value={`key:${key}`}>
              {label}
            </option>
          ))}
        </optgroup>
      )}
      <optgroup label={texts.column.fresh}>
        {kinds.map((kind) => (
          <option key={kind} value={`new:${kind}`}>
            {texts.column.asNew(texts.kinds[kind])}
          </option>
        ))}
      </optgroup>
    </SelectField>
  );
}

const namesCollections = (column: string) => /^collections?$/i.test(column.trim());

/** How many cells would be lost; nothing where all fit. */
function unfitText(
  chosen: ImportField | null,
  { fit, fields }: { fit: ColumnFit | undefined; fields: readonly CustomField[] },
  texts: CustomFieldTexts,
): string | undefined {
  if (chosen === null) return undefined;
  const field = "key" in chosen ? fields.find(({ key }) => key === chosen.key) : null;
  if (field === undefined) return undefined;
  // Of a new choice the cells themselves are the choices.
  if (field === null && "kind" in chosen && chosen.kind === "choice") return undefined;
  const kind = field?.kind ?? ("kind" in chosen ? chosen.kind : "text");
  const count = unfitCount(fit, { kind, choices: field?.choices ?? [] });
  if (count === "unknown") return texts.column.notCounted;
  if (count === 0) return undefined;
  return texts.column.unfit({ count, isMore: count === importLimits.unfitMax, kind: texts.kinds[kind] });
}
