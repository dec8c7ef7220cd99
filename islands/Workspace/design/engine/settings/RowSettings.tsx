import { editorSettingsTexts } from "../../../../../contract/texts/workspace/design/editorSettings.ts";
import { type Area, areaOf, rowsOf } from "../../../../../mail/design/areas.ts";
import type { Column, Row, Values } from "../../../../../mail/design/design.ts";
import { changeColumn } from "../../../../../mail/design/edit.ts";
import { changeRow } from "../../../../../mail/design/editRows.ts";
import { merged } from "../../../../../mail/design/merged.ts";
import { columnValuesOf, rowValuesOf } from "../../../../../mail/drawing/designStyles.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { SelectField } from "../../../../_parts/fields/SelectField.tsx";
import { ImageFields } from "../pictures/ImageFields.tsx";
import { bodySelected } from "../selection.ts";
import { type ChangeValues, columnFields, partPhoneFields, rowFields, rowPhoneFields } from "./fields.ts";
import { OnPhones } from "./OnPhones.tsx";
import { SettingFields } from "./SettingFields.tsx";
import type { SettingsProps } from "./settingsProps.ts";

/** The settings of the selected row or column. */
export function RowSettings({ design, selection, actions }: SettingsProps) {
  const texts = useTexts(editorSettingsTexts);
  const row = rowsOf(design).find(
    ({ id, columns }) => id === selection.id || columns.some((column) => column.id === selection.id),
  );
  if (row === undefined) return null;
  const column = row.columns.find(({ id }) => id === selection.id);
  return (
    <>
      <p className="editor-title">{column === undefined ? texts.row.title : texts.column.title}</p>
      {column === undefined ? (
        <OwnRow row={row} area={areaOf(design, row.id)} actions={actions} />
      ) : (
        <OwnColumn column={column} actions={actions} />
      )}
      <div className="actions">
        {column === undefined ? null : (
          <Button onClick={() => actions.select({ kind: "row", id: row.id })}>{texts.block.itsRow}</Button>
        )}
        {row.columns.map(({ id }, at) =>
          id === column?.id ? null : (
            <Button key={id} onClick={() => actions.select({ kind: "column", id })}>
              {texts.column.numbered(at + 1)}
            </Button>
          ),
        )}
        <Button onClick={() => actions.select(bodySelected)}>{texts.block.wholeMail}</Button>
      </div>
    </>
  );
}

type Actions = SettingsProps["actions"];

function OwnRow({ row, area, actions }: { row: Row; area: Area; actions: Actions }) {
  const texts = useTexts(editorSettingsTexts).row;
  const { id } = row;
  const shown = merged(rowValuesOf(row), row.values);
  const part = { kind: "row", id } as const;
  const onChange: ChangeValues = (change, as) =>
    actions.change((design) => changeRow(design, id, (before) => withValues(before, change)), `${id} ${as}`);
  return (
    <>
      <div className="actions">
        <Button onClick={() => actions.step(id, -1)}>{texts.up}</Button>
        <Button onClick={() => actions.step(id, 1)}>{texts.down}</Button>
        <Button onClick={() => actions.duplicate(part)}>{texts.duplicate}</Button>
        <Button onClick={() => actions.remove(part)}>{texts.delete}</Button>
      </div>
      <SelectField
        label={texts.stands}
        value={area}
        hint={texts.standsHint}
        onChange={(event) => actions.placeRow(id, event.target.value as Area)}
      >
        <option value="headers">{texts.areas.headers}</option>
        <option value="rows">{texts.areas.rows}</option>
        <option value="footers">{texts.areas.footers}</option>
      </SelectField>
      <SettingFields of={id} fields={rowFields} shown={shown} onChange={onChange} />
      <ImageFields key={id} path="backgroundImage.url" shown={shown} onChange={onChange} />
      <OnPhones of={id} fields={[...rowPhoneFields, ...partPhoneFields]} shown={shown} onChange={onChange} />
    </>
  );
}

function OwnColumn({ column, actions }: { column: Column; actions: Actions }) {
  const { id } = column;
  const shown = merged(columnValuesOf(column), column.values);
  const onChange: ChangeValues = (change, as) =>
    actions.change(
      (design) => changeColumn(design, id, (before) => withValues(before, change)),
      `${id} ${as}`,
    );
  return (
    <>
      <SettingFields of={id} fields={columnFields} shown={shown} onChange={onChange} />
      <OnPhones of={id} fields={partPhoneFields} shown={shown} onChange={onChange} />
    </>
  );
}

function withValues<T extends { values: Values }>(part: T, change: (values: Values) => Values): T {
  return { ...part, values: change(part.values) };
}
