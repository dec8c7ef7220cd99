import { useTable } from "@tanstack/react-table";
import { useEffect, useMemo, useRef, useState } from "react";
import { leadTexts } from "../../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import type { SelectionActions } from "../actions/useSelection.ts";
import { LeadGridHead } from "./LeadGridHead.tsx";
import { LeadGridRow, rowId } from "./LeadGridRow.tsx";
import { comingLead, features, type LeadColumn, tableColumnsOf } from "./leadColumns.tsx";
import type { LeadRowActions } from "./leadRowActions.ts";
import { remPx } from "./remPx.ts";
import { useGridKeys } from "./useGridKeys.ts";
import type { ChosenColumns } from "./useLeadColumns.ts";
import { useLeadWindow } from "./useLeadWindow.ts";
import { type OpenedLead, useOpening } from "./useOpening.ts";
import { usePickRows } from "./usePickRows.ts";
import { useRowScroll } from "./useRowScroll.ts";

/**
 * The leads as a grid of which only the rows on screen exist (WAI-ARIA, grid pattern with the focus on rows). The
 * whole is one stop in the tab order: arrows move, Space picks, Shift extends, Enter opens.
 */
export function LeadGrid({
  picked,
  columns,
  opened,
  steps,
  ...actions
}: { picked: SelectionActions; columns: ChosenColumns } & OpenedLead & LeadRowActions) {
  const texts = useTexts(leadTexts);
  const { leads } = useWorkspace();
  const rows = useLeadWindow(leads);
  const frame = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight(frame, columns.isNarrow);
  const scroll = useRowScroll(frame, { count: rows.total, rowPx: rowHeight });
  const { reveal, toStart, first, last } = scroll;
  const [active, setActive] = useActiveRow(leads.question, toStart);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that is new makes rows missing again.
  useEffect(() => rows.show({ first, last }), [first, last, leads.page.value]);

  const tableRows = useTable({
    features,
    columns: useMemo(() => tableColumnsOf(columns.all), [columns.all]),
    data: scroll.rows.map(({ index }) => rows.leadAt(index) ?? comingLead),
    // A row is a place on screen, whoever stands in it: other ids would have its cells made anew.
    getRowId: (_, position) => String(scroll.rows[position]?.slot),
    state: { columnVisibility: columns.visibility },
  }).getRowModel().rows;
  const visible = columns.all.filter(({ id }) => columns.visibility[id] !== false);
  const picking = usePickRows({ rows, picked });
  const at = { rows, active, setActive };
  const { onMove, onClick } = useOpening(frame, { ...at, opened, steps, onOpen: actions.onOpen });
  const { onKeyDown, pick } = useGridKeys({ ...at, picked, onMove, ...picking, ...actions });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the active row, nothing else.
  useEffect(() => reveal(active), [active]);
  return (
    <div ref={frame} className="lead-grid" data-narrow={columns.isNarrow}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table with keys of its own.
        role="grid"
        tabIndex={0}
        aria-label={texts.title}
        aria-multiselectable="true"
        aria-busy={leads.page.refreshing}
        aria-rowcount={rows.total + 1}
        aria-colcount={visible.length + 2}
        aria-activedescendant={active >= first && active <= last ? rowId(active) : undefined}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && reveal(active)}
        style={{ ...widthsOf(visible), ["--lead-row" as string]: `${rowHeight}px` }}
      >
        <LeadGridHead
          columns={visible}
          middle={Math.floor((first + last) / 2)}
          picked={picked}
          rows={rows}
          {...picking}
        />
        <tbody style={{ height: scroll.heightPx }}>
          {scroll.rows.map(({ index, slot }, position) => {
            const row = tableRows[position];
            return row === undefined ? null : (
              <LeadGridRow
                key={slot}
                index={index}
                row={row}
                lead={row.original}
                columns={visible}
                isNarrow={columns.isNarrow}
                start={scroll.startOf(index)}
                selected={picking.isPicked(index)}
                active={index === active}
                open={opened !== null && row.original._id === opened}
                onPick={pick}
                {...actions}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function useActiveRow(question: unknown, toStart: () => void) {
  const state = useState(0);
  const [, setActive] = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its beginning.
  useEffect(() => {
    setActive(0);
    toStart();
  }, [question]);
  return state;
}

/** One track for the box, one for each column, one for what can be done; and how narrow they are together. */
function widthsOf(columns: readonly LeadColumn[]): Record<string, string> {
  const tracks = columns.map(({ least, most = least }) => `minmax(${least}, ${most})`);
  const widths = ["var(--lead-box)", ...columns.map(({ least }) => least), "var(--lead-actions)"];
  return {
    "--lead-tracks": ["var(--lead-box)", ...tracks, "var(--lead-actions)"].join(" "),
    "--lead-least": `calc(${widths.join(" + ")})`,
  };
}

/**
 * In pixels. Rows are as high as the tokens say in `rem`, for a finger higher than for a mouse; with the address below the
 * name higher still.
 */
function useRowHeight(frame: { current: HTMLElement | null }, isNarrow: boolean): number {
  const [height, setHeight] = useState({ remPx: 16, rem: 2.25 });
  useEffect(() => {
    if (frame.current === null) return;
    const token = Number.parseFloat(getComputedStyle(frame.current).getPropertyValue("--row"));
    if (token > 0) setHeight({ remPx: remPx(), rem: token });
  }, [frame]);
  return Math.round(height.remPx * (isNarrow ? height.rem + 1 : height.rem));
}
