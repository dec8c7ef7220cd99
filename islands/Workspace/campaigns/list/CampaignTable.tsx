import { type ColumnDef, tableFeatures, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import type { Campaign, CampaignSort } from "../../../../contract/schemas/campaign.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { dots, Icon } from "../../../_parts/Icon.tsx";
import { Menu } from "../../../_parts/Menu.tsx";
import { useLive } from "../../realtime/RealtimeContext.tsx";
import { useSteering } from "../steering/useSteering.tsx";
import { withProgress } from "../withProgress.ts";
import { type ListColumn, listColumns, nameOf } from "./listColumns.tsx";
import { useRowFocus } from "./useRowFocus.ts";

export type Order = { sort: CampaignSort; desc: boolean };

const features = tableFeatures({});
const columns: ColumnDef<typeof features, Campaign>[] = listColumns.map(({ id }) => ({ id }));
const columnById = new Map(listColumns.map((column) => [column.id, column]));

/** Campaigns as a table whose headings sort; what the socket says since is drawn in as it comes. */
export function CampaignTable({
  campaigns,
  order,
  onOrder,
  onRemove,
  isOld,
}: {
  campaigns: readonly Campaign[];
  isOld: boolean | undefined;
  order: Order;
  onOrder: (order: Order) => void;
  onRemove: (campaign: Campaign) => void;
}) {
  const texts = useTexts(watchingTexts);
  const live = useLive();
  const data = useMemo(
    () => campaigns.map((campaign) => withProgress(campaign, live.campaigns.get(campaign._id))),
    [campaigns, live.campaigns],
  );
  const table = useTable({ features, columns, data, getRowId: ({ _id }) => _id });
  const focus = useRowFocus(useMemo(() => campaigns.map(({ _id }) => _id), [campaigns]));
  return (
    <table className="campaign-table" aria-label={texts.list.caption} aria-busy={isOld}>
      <thead>
        <tr>
          {listColumns.map((column) => (
            <Heading key={column.id} column={column} order={order} onOrder={onOrder} />
          ))}
          <th scope="col">
            <span className="visually-hidden">{texts.list.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody {...focus}>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} data-id={row.id} data-state={row.original.state}>
            {row.getAllCells().map(({ id, column }) => {
              const shown = columnById.get(column.id);
              return shown === undefined ? null : (
                <td key={id} data-column={shown.id} data-title={shown.title(texts)}>
                  {shown.cell(row.original, texts)}
                </td>
              );
            })}
            <td data-column="actions">
              <RowMenu campaign={row.original} onRemove={onRemove} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Heading({
  column: { id, title, sort },
  order,
  onOrder,
}: {
  column: ListColumn;
  order: Order;
  onOrder: (order: Order) => void;
}) {
  const texts = useTexts(watchingTexts);
  const isSorted = sort !== undefined && order.sort === sort;
  const word = title(texts);
  if (sort === undefined)
    return (
      <th scope="col" data-column={id}>
        {word}
      </th>
    );
  return (
    <th
      scope="col"
      data-column={id}
      aria-sort={isSorted ? (order.desc ? "descending" : "ascending") : undefined}
    >
      <button
        type="button"
        className="sort-button"
        title={texts.list.sortBy(word)}
        // A name is looked for from A on; of all else the most, or the newest, is wanted first.
        onClick={() => onOrder({ sort, desc: isSorted ? !order.desc : sort !== "name" })}
      >
        {word}
        {isSorted ? <Icon size={12} path={order.desc ? "M6 9l6 6 6-6" : "M6 15l6-6 6 6"} /> : null}
      </button>
    </th>
  );
}

function RowMenu({ campaign, onRemove }: { campaign: Campaign; onRemove: (campaign: Campaign) => void }) {
  const texts = useTexts(watchingTexts);
  const { first, menu, act, running, message, dialogs } = useSteering(campaign, onRemove);
  const all = first === null ? menu : [first, ...menu];
  return (
    <>
      <Menu
        variant="quiet"
        shape="icon"
        // Not disabled: whoever has just chosen something in it would lose the focus.
        aria-disabled={running}
        aria-label={texts.list.actionsOf(nameOf(campaign, texts))}
        items={all.map((action) => ({
          key: action.key,
          label: action.word,
          onSelect: () => act(action),
          ...(action.key === "cancel" || action.key === "remove" ? { danger: true } : {}),
        }))}
      >
        <Icon size={16} path={dots} />
      </Menu>
      {message === "" ? null : (
        <p className="field-error" role="alert">
          {message}
        </p>
      )}
      {dialogs}
    </>
  );
}
