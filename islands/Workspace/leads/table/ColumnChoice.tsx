import { useId, useRef, useState } from "react";
import { leadTexts } from "../../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { ChoiceField } from "../../../_parts/fields/ChoiceField.tsx";
import { useBesideControl } from "../../../_parts/floating/useBesideControl.ts";
import { columnTitle, type LeadColumn } from "./leadColumns.tsx";
import type { ChosenColumns } from "./useLeadColumns.ts";

/** Which columns the grid shows; the browser remembers it. */
export function ColumnChoice({ columns, onFields }: { columns: ChosenColumns; onFields: () => void }) {
  const texts = useTexts(leadTexts);
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  const [open, setOpen] = useState(false);
  useBesideControl(list);
  const labelOf = (column: LeadColumn) => {
    const title = columnTitle(column, texts);
    return columns.fits(column) ? title : texts.columnOnWider(title);
  };
  return (
    <div className="column-choice">
      <Button popoverTarget={id}>{texts.columnChoice}</Button>
      <fieldset
        ref={list}
        id={id}
        popover="auto"
        className="menu column-menu"
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        <legend className="visually-hidden">{texts.columnChoice}</legend>
        {columns.all
          .filter((column) => open && column.id !== "name")
          .map((column) => (
            <ChoiceField
              key={column.id}
              type="checkbox"
              label={labelOf(column)}
              checked={columns.chosen(column)}
              onChange={() => columns.toggle(column)}
            />
          ))}
        {open ? (
          <Button
            variant="quiet"
            onClick={() => {
              list.current?.hidePopover();
              onFields();
            }}
          >
            {texts.customFields}
          </Button>
        ) : null}
      </fieldset>
    </div>
  );
}
