import type { Editor } from "@tiptap/core";
import { memo, useMemo } from "react";
import { type Area, areaOf, rowsOf } from "../../../_design/areas.ts";
import { drawnValues } from "../../../_design/blockHtml.ts";
import type { Block, Design } from "../../../_design/design.ts";
import { bodyValuesOf, columnValuesOf, rowValuesOf } from "../../../_design/designStyles.ts";
import { changeBlock, changeBody, changeColumn, findBlock } from "../../../_design/edit.ts";
import { changeRow } from "../../../_design/editRows.ts";
import { merged } from "../../../_design/merged.ts";
import { Button } from "../../../_parts/Button.tsx";
import { SelectField } from "../../../_parts/SelectField.tsx";
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
  /** From the design as it is then: what is shown here may be older. */
  change: (change: (design: Design) => Design, as: string) => void;
  select: (selection: Selection) => void;
  step: (id: string, direction: 1 | -1) => void;
  duplicate: (selection: Selection) => void;
  remove: (selection: Selection) => void;
  edit: (id: string) => void;
  placeRow: (id: string, area: Area) => void;
};
type Props = { design: Design; selection: Selection; editor: Editor | null; deeds: SettingsDeeds };

/** What can be said about the selected block, row, column, or about the whole mail. */
export const Settings = memo(function Settings(props: Props) {
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
            onChange={(change, as) => props.deeds.change((now) => changeBody(now, change), `body ${as}`)}
          />
        </>
      ) : null}
    </section>
  );
});

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
  const row = rowsOf(design)[rowIndex];
  const column = row?.columns[columnIndex];
  const onChange: Parameters<typeof SettingFields>[0]["onChange"] = (change, as) =>
    deeds.change(
      (now) => changeBlock(now, id, (before) => ({ ...before, values: change(before.values) })),
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
  const row = rowsOf(design).find(
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
          <SelectField
            label="Stands"
            value={areaOf(design, row.id)}
            hint="Headers stand above all other rows, footers below them."
            onChange={(event) => deeds.placeRow(row.id, event.target.value as Area)}
          >
            <option value="headers">As a header</option>
            <option value="rows">In the content</option>
            <option value="footers">As a footer</option>
          </SelectField>
          <SettingFields
            fields={[...rowFields, ...hideFields]}
            shown={rowValuesOf(row)}
            onChange={(change, as) =>
              deeds.change(
                (now) => changeRow(now, row.id, (before) => ({ ...before, values: change(before.values) })),
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
            deeds.change(
              (now) =>
                changeColumn(now, column.id, (before) => ({ ...before, values: change(before.values) })),
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
