import { FlexRender, type Row } from "@tanstack/react-table";
import { memo } from "react";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { leadTexts } from "../../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Icon } from "../../../_parts/Icon.tsx";
import { addressOf } from "../../shell/address.ts";
import { comingLead, type features, type LeadColumn, nameOf } from "./leadColumns.tsx";
import type { LeadRowActions } from "./leadRowActions.ts";

type LeadGridRowProps = {
  index: number;
  /** How far from the top of the list, in pixels. */
  start: number;
  lead: Lead;
  row: Row<typeof features, Lead>;
  columns: readonly LeadColumn[];
  selected: boolean;
  active: boolean;
  /** Its page is shown. */
  open: boolean;
  isNarrow: boolean;
  onPick: (index: number, how: { extend: boolean }) => void;
} & LeadRowActions;

export function rowId(index: number): string {
  return `lead-row-${index}`;
}

/** One lead. It is drawn again only when what it shows has changed, however fast the list scrolls. */
export const LeadGridRow = memo(function LeadGridRow(props: LeadGridRowProps) {
  const { index, start, lead, selected, active, open } = props;
  return (
    <tr
      id={rowId(index)}
      className="lead-row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-active={active}
      data-open={open}
      aria-busy={lead === comingLead}
      style={{ transform: `translateY(${start}px)` }}
    >
      <Cells {...props} />
    </tr>
  );
}, isSameRow);

function isSameRow(before: LeadGridRowProps, after: LeadGridRowProps): boolean {
  return (
    before.index === after.index &&
    before.start === after.start &&
    before.lead === after.lead &&
    before.selected === after.selected &&
    before.active === after.active &&
    before.open === after.open &&
    before.isNarrow === after.isNarrow &&
    before.onPick === after.onPick &&
    before.columns.length === after.columns.length &&
    before.columns.every((column, index) => column === after.columns[index])
  );
}

function Cells({ index, lead, row, columns, selected, isNarrow, onPick, ...actions }: LeadGridRowProps) {
  const texts = useTexts(leadTexts);
  const isComing = lead === comingLead;
  const name = isComing ? texts.row.number(index + 1) : nameOf(lead);
  // Nothing can be done to nobody; a box may be ticked all the same, as rows are picked by where they stand.
  const press = (act: (lead: Lead) => void) => () => isComing || act(lead);
  return (
    <>
      <td className="cell-check">
        {/* The whole cell is the box's target. */}
        <label>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={texts.row.select(name)}
            checked={selected}
            onChange={(event) => {
              onPick(index, { extend: (event.nativeEvent as MouseEvent).shiftKey === true });
              // The keys go on from here.
              event.currentTarget.closest("table")?.focus({ preventScroll: true });
            }}
          />
        </label>
      </td>
      {row.getVisibleCells().map((cell, place) => {
        const content = <FlexRender cell={cell} />;
        if (cell.column.id !== "name")
          return (
            <td key={cell.column.id} data-align={columns[place]?.align}>
              {content}
            </td>
          );
        return (
          <th key={cell.column.id} scope="row" className="cell-name">
            {/* Rows are gone through by their own keys; for the mouse it is a link like any other. */}
            <a
              tabIndex={-1}
              draggable={false}
              title={name}
              {...(isComing ? {} : { href: addressOf("leads", lead._id) })}
            >
              {content}
            </a>
            {isNarrow ? <AddressLine lead={lead} columns={columns} /> : null}
          </th>
        );
      })}
      <td className="cell-actions">
        <RowButton label={texts.row.edit(name)} path={pencil} onPress={press(actions.onEdit)} />
        <RowButton label={texts.row.delete(name)} path={bin} onPress={press(actions.onDelete)} />
      </td>
    </>
  );
}

function AddressLine({ lead, columns }: { lead: Lead; columns: readonly LeadColumn[] }) {
  const texts = useTexts(leadTexts);
  const isSaid = columns.some(({ id }) => id === "optout");
  return (
    <span className="cell-address">
      {lead.email}
      {lead.optout && !isSaid ? texts.row.optedOut : ""}
    </span>
  );
}

const pencil = "M4 20h4L19 9l-4-4L4 16ZM13 7l4 4";
const bin = "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13";

/** For a mouse or a finger; the keyboard has a key for each on the row itself. */
function RowButton({ label, path, onPress }: { label: string; path: string; onPress: () => void }) {
  return (
    <Button variant="quiet" shape="icon" tabIndex={-1} aria-label={label} onClick={onPress}>
      <Icon size={16} path={path} />
    </Button>
  );
}
