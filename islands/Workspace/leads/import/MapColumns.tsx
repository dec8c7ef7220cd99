import { useMemo, useState } from "react";
import type { ColumnMap, LeadField } from "../../../../contract/columns.ts";
import { sentences } from "../../../../contract/errors.ts";
import { limits } from "../../../../contract/limits.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { SelectField } from "../../../_parts/SelectField.tsx";
import { Table } from "../../../_parts/Table.tsx";
import { IntoCollection, useIntoCollection } from "./IntoCollection.tsx";
import { type ImportPlan, type PlannedRow, planImport } from "./planImport.ts";
import type { Sheet } from "./readFile.ts";

const fields: { key: LeadField; label: string }[] = [
  { key: "firstName", label: "First name" },
  { key: "lastName", label: "Last name" },
  { key: "email", label: "E-mail" },
  { key: "phone", label: "Phone" },
];

/** Shows which column was taken for what, lets it be corrected, and previews the first leads that come of it. */
export function MapColumns({
  sheet,
  guess,
  onBack,
  onImport,
}: {
  sheet: Sheet;
  guess: ColumnMap;
  onBack: () => void;
  onImport: (plan: ImportPlan, collection: string) => void;
}) {
  const [map, setMap] = useState(guess);
  const into = useIntoCollection();
  const plan = useMemo(() => planImport(sheet.rows, map), [sheet, map]);
  const left = plan.reject.length;

  const begin = async () => {
    const collection = await into.resolve();
    if (collection !== null) onImport(plan, collection);
  };
  return (
    <>
      <p>
        <strong>{sheet.fileName}</strong> has {sheet.rows.length} rows. Check what each column holds.
      </p>
      <div className="column-map">
        {fields.map(({ key, label }) => (
          <ColumnSelect
            key={key}
            label={label}
            columns={sheet.columns}
            guessed={guess[key]}
            chosen={map[key]}
            onChange={(columns) => setMap({ ...map, [key]: columns })}
          />
        ))}
      </div>
      {plan.keep.length === 0 ? (
        <Notice status="failed">{sentences.noLeadsInFile}</Notice>
      ) : (
        <Preview rows={plan.keep} />
      )}
      {left > 0 && plan.keep.length > 0 ? (
        <Notice status="uncertain">
          {left === 1 ? "1 row has" : `${left} rows have`} no first name or no e-mail and will be left out.
        </Notice>
      ) : null}
      <IntoCollection into={into} />
      <div className="actions">
        <Button onClick={onBack}>Another file</Button>
        <Button variant="primary" disabled={plan.keep.length === 0 || into.running} onClick={begin}>
          {`Import ${plan.keep.length} ${plan.keep.length === 1 ? "lead" : "leads"}`}
        </Button>
      </div>
    </>
  );
}

function ColumnSelect({
  label,
  columns,
  guessed,
  chosen,
  onChange,
}: {
  label: string;
  columns: readonly string[];
  guessed: readonly string[];
  chosen: readonly string[];
  onChange: (columns: string[]) => void;
}) {
  // Several guesses stand in for one another ("first name, or else company"), which is one choice of its own.
  const several = guessed.length > 1;
  const value = chosen.length > 1 ? "guess" : chosen.length === 1 ? `:${chosen[0]}` : "";
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) =>
        onChange(target.value === "guess" ? [...guessed] : target.value === "" ? [] : [target.value.slice(1)])
      }
    >
      <option value="">None</option>
      {several ? <option value="guess">{guessed.join(", or else ")}</option> : null}
      {columns.map((column) => (
        <option key={column} value={`:${column}`}>
          {column}
        </option>
      ))}
    </SelectField>
  );
}

function Preview({ rows }: { rows: readonly PlannedRow[] }) {
  return (
    <Table
      caption="The first leads of the file"
      rows={rows.slice(0, limits.screen.previewRows)}
      rowKey={({ row }) => String(row)}
      columns={[
        { key: "row", title: "Row", cell: ({ row }) => row },
        ...fields.map(({ key, label }) => ({
          key,
          title: label,
          cell: ({ lead }: PlannedRow) => lead[key],
        })),
      ]}
    />
  );
}
