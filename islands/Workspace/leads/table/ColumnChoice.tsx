import { useId, useState } from "react";
import { Button } from "../../../_parts/Button.tsx";
import { ChoiceField } from "../../../_parts/fields/ChoiceField.tsx";
import { leadColumns } from "./leadColumns.tsx";
import type { ChosenColumns } from "./useLeadColumns.ts";

/** Which columns the grid shows; the browser remembers it. */
export function ColumnChoice({ columns }: { columns: ChosenColumns }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className="column-choice">
      <Button popoverTarget={id}>Columns</Button>
      <fieldset
        id={id}
        popover="auto"
        className="menu column-menu"
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        <legend className="visually-hidden">Columns</legend>
        {leadColumns
          .filter((column) => open && column.id !== "name")
          .map((column) => (
            <ChoiceField
              key={column.id}
              type="checkbox"
              label={columns.fits(column) ? column.title : `${column.title} (on wider screens)`}
              checked={columns.chosen(column)}
              onChange={() => columns.toggle(column)}
            />
          ))}
      </fieldset>
    </div>
  );
}
