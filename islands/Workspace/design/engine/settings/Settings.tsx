import { memo, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { designTexts } from "../../../../../contract/texts/workspace/design/design.ts";
import { editorSettingsTexts } from "../../../../../contract/texts/workspace/design/editorSettings.ts";
import { rowsOf } from "../../../../../mail/design/areas.ts";
import type { Block, Design } from "../../../../../mail/design/design.ts";
import { changeBlock, changeBody, findBlock } from "../../../../../mail/design/edit.ts";
import { merged } from "../../../../../mail/design/merged.ts";
import { drawnValues } from "../../../../../mail/drawing/blockHtml.ts";
import { bodyValuesOf } from "../../../../../mail/drawing/designStyles.ts";
import { type Font, fontsOf } from "../../../../../mail/values/fonts.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { Notice } from "../../../../_parts/Notice.tsx";
import { ImageFields } from "../pictures/ImageFields.tsx";
import { bodySelected, type Selection } from "../selection.ts";
import { TextSettings } from "../text/TextSettings.tsx";
import { textFor } from "../textFor.ts";
import { blockFields, bodyFields, everyBlockFields, otherPhoneFields, phoneFields } from "./fields.ts";
import { ListFields } from "./ListFields.tsx";
import { OnPhones } from "./OnPhones.tsx";
import { RowSettings } from "./RowSettings.tsx";
import { SettingFields } from "./SettingFields.tsx";
import type { SettingsProps } from "./settingsProps.ts";
import { TableFields } from "./TableFields.tsx";

/** The settings of the selected block, row or column, or of the whole mail. */
export const Settings = memo(function Settings(props: SettingsProps) {
  const texts = useTexts(editorSettingsTexts);
  const { design, selection } = props;
  const found = selection.kind === "block" ? findBlock(design, selection.id) : null;
  const panel = useRef<HTMLElement>(null);
  const fonts = useFonts(design);
  useBeginning(panel, selection);
  const actions = {
    ...props.actions,
    select: (next: Selection) => leadTo(panel.current, () => props.actions.select(next)),
  };
  return (
    <section ref={panel} className="editor-settings" aria-label={texts.title} tabIndex={-1}>
      {found !== null ? (
        <BlockSettings
          {...props}
          actions={actions}
          block={found.block}
          rowIndex={found.row}
          columnIndex={found.column}
          fonts={fonts}
        />
      ) : null}
      {selection.kind === "row" || selection.kind === "column" ? (
        <RowSettings {...props} actions={actions} />
      ) : null}
      {selection.kind === "body" ? (
        <>
          <p className="editor-title">{texts.wholeMail}</p>
          <SettingFields
            of="body"
            fields={bodyFields}
            fonts={fonts}
            shown={merged(bodyValuesOf(design), design.body.values)}
            onChange={(change, as) => props.actions.change((now) => changeBody(now, change), `body ${as}`)}
          />
        </>
      ) : null}
    </section>
  );
});

/** The fonts of the design, past ones included, so that a font that nothing uses any more can be selected again. */
function useFonts(design: Design): readonly Font[] {
  const found = useMemo(() => fontsOf(design), [design]);
  const [known, setKnown] = useState<readonly Font[]>([]);
  const fresh = found.filter((font) => !known.some(({ value }) => value === font.value));
  if (fresh.length > 0) setKnown([...known, ...fresh]);
  return known;
}

/** Scrolls to the top when other settings are shown. */
function useBeginning(panel: RefObject<HTMLElement | null>, { kind, id }: Selection): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the other selection that begins anew.
  useEffect(() => {
    const frame = requestAnimationFrame(() => panel.current?.scrollTo(0, 0));
    return () => cancelAnimationFrame(frame);
  }, [panel, kind, id]);
}

/** The pressed button disappears with the old settings, so the focus goes to the title of the new ones. */
function leadTo(panel: HTMLElement | null, choose: () => void): void {
  choose();
  requestAnimationFrame(() => {
    panel?.focus({ preventScroll: true });
    panel?.firstElementChild?.scrollIntoView({ block: "nearest" });
  });
}

function BlockSettings({
  design,
  block,
  rowIndex,
  columnIndex,
  editor,
  selection,
  actions,
  fonts,
}: SettingsProps & { block: Block; rowIndex: number; columnIndex: number; fonts: readonly Font[] }) {
  const texts = useTexts(editorSettingsTexts).block;
  const { blocks } = useTexts(designTexts);
  const { id, type } = block;
  // Links are shown as stored, and the stored values override the defaults.
  const { values: bodyValues } = design.body;
  const shown = useMemo(() => merged(drawnValues(block, bodyValues), block.values), [block, bodyValues]);
  const row = rowsOf(design)[rowIndex];
  const column = row?.columns[columnIndex];
  const onChange: Parameters<typeof SettingFields>[0]["onChange"] = (change, as) =>
    actions.change(
      (now) => changeBlock(now, id, (before) => ({ ...before, values: change(before.values) })),
      `${id} ${as}`,
    );
  return (
    <>
      <p className="editor-title">{type === "html" ? "HTML" : textFor(blocks, type)}</p>
      <div className="actions">
        <Button onClick={() => actions.step(id, -1)}>{texts.up}</Button>
        <Button onClick={() => actions.step(id, 1)}>{texts.down}</Button>
        <Button onClick={() => actions.duplicate(selection)}>{texts.duplicate}</Button>
        <Button onClick={() => actions.remove(selection)}>{texts.delete}</Button>
      </div>
      {type === "text" || type === "paragraph" ? (
        <TextSettings
          key={id}
          block={block}
          editor={editor}
          onEdit={() => actions.edit(id)}
          onChange={onChange}
        />
      ) : null}
      {type === "image" ? <ImageFields key={id} path="src.url" shown={shown} onChange={onChange} /> : null}
      {type === "video" ? (
        <ImageFields key={id} path="video.thumbnail" shown={shown} onChange={onChange} />
      ) : null}
      {type === "timer" ? <Notice>{texts.countdown}</Notice> : null}
      <SettingFields
        of={id}
        fields={blockFields[type] ?? []}
        fonts={fonts}
        shown={shown}
        onChange={onChange}
      />
      <ListFields type={type} shown={shown} onChange={onChange} />
      {type === "table" ? <TableFields key={id} shown={shown} onChange={onChange} /> : null}
      <SettingFields of={id} fields={everyBlockFields} shown={shown} onChange={onChange} />
      <OnPhones of={id} fields={phoneFields[type] ?? otherPhoneFields} shown={shown} onChange={onChange} />
      <div className="actions">
        {row && <Button onClick={() => actions.select({ kind: "row", id: row.id })}>{texts.itsRow}</Button>}
        {column && (
          <Button onClick={() => actions.select({ kind: "column", id: column.id })}>{texts.itsColumn}</Button>
        )}
        <Button onClick={() => actions.select(bodySelected)}>{texts.wholeMail}</Button>
      </div>
    </>
  );
}
