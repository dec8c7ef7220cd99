import { useState } from "react";
import { editorSettingsTexts } from "../../../../../contract/texts/workspace/design/editorSettings.ts";
import { isValues, type Values } from "../../../../../mail/design/design.ts";
import { valueAt, withValueAt } from "../../../../../mail/design/valuePaths.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { TextAreaField } from "../../../../_parts/fields/TextAreaField.tsx";
import { type ChangeValues, shownValue } from "./fields.ts";

/** A table as text: each line is a row, bars separate cells, and the first line is the header. */
export function TableFields({ shown, onChange }: { shown: Values; onChange: ChangeValues }) {
  const { cells } = useTexts(editorSettingsTexts);
  const stored = [...rowsAt(shown, "table.headers"), ...rowsAt(shown, "table.rows")].map(lineOf).join("\n");
  const [draft, setDraft] = useState({ text: stored, stored });
  const change = (text: string) => {
    const [header, ...rows] = text.split("\n").map((line) => ({
      cells: line.split("|").map((cell) => ({ text: cell.trim() })),
    }));
    setDraft({ text, stored: [header, ...rows].map(lineOf).join("\n") });
    onChange((values) => {
      const table = { ...(isValues(values.table) ? values.table : {}), headers: [header], rows };
      return { ...withValueAt(values, "table", table), columns: header?.cells.length, rows: rows.length };
    }, "table");
  };
  return (
    <TextAreaField
      label={cells.label}
      rows={6}
      hint={cells.hint}
      // Spaces stay as typed until an undo or somebody else's change is newer.
      value={draft.stored === stored ? draft.text : stored}
      onChange={(event) => change(event.target.value)}
    />
  );
}

function rowsAt(values: Values, path: string): Values[] {
  const rows = valueAt(values, path);
  return (Array.isArray(rows) ? rows : []).filter(isValues);
}

function lineOf({ cells }: Values = {}): string {
  return (Array.isArray(cells) ? cells : [])
    .map((cell) => (isValues(cell) ? shownValue(cell.text) : ""))
    .join(" | ");
}
