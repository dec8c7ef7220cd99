import { importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";

/** Which column of the file holds a field; the guess where several may stand in for one another. */
export function ColumnSelect({
  label,
  hint,
  error,
  columns,
  guessed,
  chosen,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  columns: readonly string[];
  guessed: readonly string[];
  chosen: readonly string[];
  onChange: (columns: string[]) => void;
}) {
  const texts = useTexts(importTexts);
  // Several guesses stand in for one another ("first name, or else company"), which is one choice of its own.
  const several = guessed.length > 1;
  const value = chosen.length > 1 ? "guess" : chosen.length === 1 ? `:${chosen[0]}` : "";
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      value={value}
      onChange={({ target }) =>
        onChange(target.value === "guess" ? [...guessed] : target.value === "" ? [] : [target.value.slice(1)])
      }
    >
      <option value="">{texts.columns.none}</option>
      {several ? <option value="guess">{guessed.join(texts.columns.orElse)}</option> : null}
      {columns.map((column) => (
        <option key={column} value={`:${column}`}>
          {column}
        </option>
      ))}
    </SelectField>
  );
}
