import type { Editor } from "@tiptap/core";
import { useMemo } from "react";
import { drawnValues } from "../../../_design/blockHtml.ts";
import type { Block, Design } from "../../../_design/design.ts";
import { bodyValuesOf, columnValuesOf, rowValuesOf } from "../../../_design/designStyles.ts";
import { changeBlock, changeBody, changeColumn, changeRow, findBlock } from "../../../_design/edit.ts";
import { merged } from "../../../_design/merged.ts";
import { Button } from "../../../_parts/Button.tsx";
import {
  blockFields,
  bodyFields,
  columnFields,
  everyBlockFields,
  hideFields,
  phoneFields,
  rowFields,
} from "./fields.ts";
import { ImageFields } from "./ImageFields.tsx";
import { ListFields } from "./ListFields.tsx";
import { SettingFields } from "./SettingFields.tsx";
import { bodySelected, type Selection } from "./selection.ts";
import { TableFields } from "./TableFields.tsx";
import { TextSettings } from "./TextSettings.tsx";

export type SettingsDeeds = {
  set: (design: Design, as: string) => void;
  select: (selection: Selection) => void;
  step: (id: string, direction: 1 | -1) => void;
  duplicate: (selection: Selection) => void;
  remove: (selection: Selection) => void;
  edit: (id: string) => void;
};
type Props = { design: Design; selection: Selection; editor: Editor | null; deeds: SettingsDeeds };

/** What can be said about the selected block, row, column, or about the whole mail. */
export function Settings(props: Props) {
  const { design, selection } = props;
  const found = selection.kind === "block" ? findBlock(design, selection.id) : null;
  return (
    <section className="editor-settings" aria-label="Settings">
      {found !== null ? (
        <BlockSettings {...props} block={found.block} rowIndex={found.row} columnIndex={found.column} />
      ) : null}
      {selection.kind === "row" || selection.kind === "column" ? <RowSettings {...props} /> : null}
      {selection.kind === "body" ? (
        <>
          <p className="editor-title">The whole mail</p>
          <SettingFields
            fields={bodyFields}
            shown={bodyValuesOf(design)}
            onChange={(change, as) => props.deeds.set(changeBody(design, change), `body ${as}`)}
          />
        </>
      ) : null}
    </section>
  );
}

function BlockSettings({
  design,
  block,
  rowIndex,
  columnIndex,
  editor,
  selection,
  deeds,
}: Props & { block: Block; rowIndex: number; columnIndex: number }) {
  const { id, type } = block;
  // Links in the form in which they are stored, with the defaults below what is stored.
  const shown = useMemo(() => merged(drawnValues(block), block.values), [block]);
  const row = design.body.rows[rowIndex];
  const column = row?.columns[columnIndex];
  const onChange: Parameters<typeof SettingFields>[0]["onChange"] = (change, as) =>
    deeds.set(
      changeBlock(design, id, (before) => ({ ...before, values: change(before.values) })),
      `${id} ${as}`,
    );
  return (
    <>
      <p className="editor-title">{type}</p>
      <div className="actions">
        <Button onClick={() => deeds.step(id, -1)}>Move up</Button>
        <Button onClick={() => deeds.step(id, 1)}>Move down</Button>
        <Button onClick={() => deeds.duplicate(selection)}>Duplicate</Button>
        <Button onClick={() => deeds.remove(selection)}>Delete block</Button>
      </div>
      {type === "text" || type === "paragraph" ? (
        <TextSettings
          key={id}
          block={block}
          editor={editor}
          onEdit={() => deeds.edit(id)}
          onChange={onChange}
        />
      ) : null}
      {type === "image" ? <ImageFields key={id} shown={shown} onChange={onChange} /> : null}
      <SettingFields fields={blockFields[type] ?? []} shown={shown} onChange={onChange} />
      <ListFields type={type} shown={shown} onChange={onChange} />
      {type === "table" ? <TableFields key={id} shown={shown} onChange={onChange} /> : null}
      <SettingFields fields={everyBlockFields} shown={shown} onChange={onChange} />
      <details>
        <summary>On phones</summary>
        <SettingFields
          fields={[...(phoneFields[type] ?? []), ...hideFields]}
          shown={shown}
          onChange={onChange}
        />
      </details>
      <div className="actions">
        {row && <Button onClick={() => deeds.select({ kind: "row", id: row.id })}>Its row</Button>}
        {column && (
          <Button onClick={() => deeds.select({ kind: "column", id: column.id })}>Its column</Button>
        )}
        <Button onClick={() => deeds.select(bodySelected)}>Whole mail</Button>
      </div>
    </>
  );
}

function RowSettings({ design, selection, deeds }: Props) {
  const row = design.body.rows.find(
    ({ id, columns }) => id === selection.id || columns.some((column) => column.id === selection.id),
  );
  if (row === undefined) return null;
  const column = row.columns.find(({ id }) => id === selection.id);
  return (
    <>
      <p className="editor-title">{column === undefined ? "Row" : "Column"}</p>
      {column === undefined ? (
        <>
          <div className="actions">
            <Button onClick={() => deeds.step(row.id, -1)}>Move up</Button>
            <Button onClick={() => deeds.step(row.id, 1)}>Move down</Button>
            <Button onClick={() => deeds.duplicate(selection)}>Duplicate</Button>
            <Button onClick={() => deeds.remove(selection)}>Delete row</Button>
          </div>
          <SettingFields
            fields={[...rowFields, ...hideFields]}
            shown={rowValuesOf(row)}
            onChange={(change, as) =>
              deeds.set(
                changeRow(design, row.id, (before) => ({ ...before, values: change(before.values) })),
                `${row.id} ${as}`,
              )
            }
          />
        </>
      ) : (
        <SettingFields
          fields={columnFields}
          shown={columnValuesOf(column)}
          onChange={(change, as) =>
            deeds.set(
              changeColumn(design, column.id, (before) => ({ ...before, values: change(before.values) })),
              `${column.id} ${as}`,
            )
          }
        />
      )}
      <div className="actions">
        {row.columns.map(({ id }, at) => (
          <Button key={id} onClick={() => deeds.select({ kind: "column", id })}>{`Column ${at + 1}`}</Button>
        ))}
        <Button onClick={() => deeds.select(bodySelected)}>Whole mail</Button>
      </div>
    </>
  );
}
