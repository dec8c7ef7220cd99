import { useTable } from "@tanstack/react-table";
import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import type { SelectionActions } from "../useSelection.ts";
import { LeadGridHead } from "./LeadGridHead.tsx";
import { LeadGridRow, rowId } from "./LeadGridRow.tsx";
import { comingLead, features, leadColumn, tableColumns } from "./leadColumns.tsx";
import { useGridKeys } from "./useGridKeys.ts";
import type { ChosenColumns } from "./useLeadColumns.ts";
import { useLeadWindow } from "./useLeadWindow.ts";

export type LeadRowActions = {
  onEdit: (lead: Lead) => void;
  onDelete: (lead: Lead) => void;
  onHistory: (lead: Lead) => void;
};

/**
 * The leads as a grid of which only the rows on screen exist (WAI-ARIA, grid pattern with the focus on rows). The
 * whole is one stop in the tab order: arrows move, Space picks, Shift extends, Enter opens.
 */
export function LeadGrid({
  picked,
  columns,
  ...actions
}: { picked: SelectionActions; columns: ChosenColumns } & LeadRowActions) {
  const { leads } = useWorkspace();
  const rows = useLeadWindow(leads);
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const rowHeight = useRowHeight(frame, columns.isNarrow);
  const virtualizer = useVirtualizer({
    count: rows.total,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollPaddingStart: headHeight,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height makes all rows move.
  useEffect(() => virtualizer.measure(), [rowHeight]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its beginning.
  useEffect(() => {
    setActive(0);
    virtualizer.scrollToOffset(0);
  }, [leads.question]);

  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that is new makes rows missing again.
  useEffect(() => rows.show({ first, last }), [first, last, leads.page.value]);

  const slots = useSlots(items, virtualizer.isScrolling);

  const shown = items.map(({ index }) => rows.leadAt(index) ?? comingLead);
  const table = useTable({
    features,
    columns: tableColumns,
    data: shown,
    getRowId: (lead, position) => lead._id || `coming ${position}`,
    state: { columnVisibility: columns.visibility },
  });
  const tableRows = table.getRowModel().rows;
  const rowAt = new Map(items.map(({ index }, position) => [index, tableRows[position]]));
  const visible = table.getVisibleLeafColumns().map((column) => leadColumn(column.id));
  const keys = useGridKeys({ rows, picked, active, setActive, ...actions });
  const { onKeyDown, pick } = keys;

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the active row, nothing else.
  useEffect(() => virtualizer.scrollToIndex(active), [active]);
  const tracks = ["36px", ...visible.map((column) => column.track), "var(--lead-actions)"].join(" ");
  return (
    <div ref={frame} className="lead-grid" data-narrow={columns.isNarrow}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table with keys of its own.
        role="grid"
        tabIndex={0}
        aria-label="Leads"
        aria-multiselectable="true"
        aria-busy={leads.page.refreshing}
        aria-rowcount={rows.total + 1}
        aria-colcount={visible.length + 2}
        aria-activedescendant={items.some(({ index }) => index === active) ? rowId(active) : undefined}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (event.currentTarget.matches(":focus-visible")) virtualizer.scrollToIndex(active);
        }}
        style={{ ["--lead-tracks" as string]: tracks, ["--lead-row" as string]: `${rowHeight}px` }}
      >
        <LeadGridHead columns={visible} picked={picked} page={leads.page.value?.items ?? []} />
        <tbody style={{ height: virtualizer.getTotalSize() }}>
          {slots.ordered.map(({ index, start }) => {
            const row = rowAt.get(index);
            return row === undefined ? null : (
              <LeadGridRow
                key={index % slots.count}
                {...{ index, start, row, lead: row.original, columns: visible, isNarrow: columns.isNarrow }}
                selected={row.original !== comingLead && picked.has(row.original)}
                active={index === active}
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

/** The heading stays above the rows while they scroll. */
const headHeight = 36;

/** Rows are as high as the tokens say, for a finger higher than for a mouse; with the address below the name higher still. */
function useRowHeight(frame: { current: HTMLElement | null }, isNarrow: boolean): number {
  const [base, setBase] = useState(36);
  useEffect(() => {
    if (frame.current === null) return;
    const token = Number.parseFloat(getComputedStyle(frame.current).getPropertyValue("--row"));
    if (token > 0) setBase(token);
  }, [frame]);
  return isNarrow ? base + 16 : base;
}

/**
 * Rows that leave the screen are used again for those that come, and stay where they are in the document while the
 * list scrolls: a new row costs many times what other words in an old one cost. At rest they stand in their order.
 */
function useSlots(items: readonly VirtualItem[], isScrolling: boolean) {
  const [count, setCount] = useState(1);
  if (items.length > count) setCount(items.length);
  const bySlot = (a: VirtualItem, b: VirtualItem) => (a.index % count) - (b.index % count);
  return { count: Math.max(count, items.length), ordered: isScrolling ? items.toSorted(bySlot) : items };
}
