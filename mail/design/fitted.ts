import { rowsOf } from "./areas.ts";
import { type Block, blocksOf, type Design, type Row, type Values } from "./design.ts";
import type { Spot } from "./edit.ts";
import { type Preset, type PresetKey, presetBlock } from "./palette.ts";

/** Which settings make a kind of block look as it does. */
const looks: Partial<Record<PresetKey, readonly string[]>> = {
  heading: ["fontFamily", "fontWeight", "color", "textAlign", "lineHeight", "letterSpacing"],
  text: ["fontFamily", "fontSize", "color", "textAlign", "lineHeight", "letterSpacing"],
  divider: ["border", "width", "textAlign"],
  button: [
    "buttonColors",
    "border",
    "borderRadius",
    "padding",
    "size",
    "textAlign",
    "fontFamily",
    "fontSize",
    "fontWeight",
    "lineHeight",
    "letterSpacing",
  ],
};

/**
 * A new block that fits where it is put: its words begin where those of its neighbour do, and it looks as the nearest of
 * its kind does. A button brings its own ground with it; anything else looks as one of the same row, since what can be
 * read on one ground may vanish on another.
 */
export function fittedBlock(design: Design, spot: Spot, preset: Preset): Block {
  const block = presetBlock(preset);
  const row = rowsOf(design)[spot.row];
  const keys = looks[preset.key];
  const model = keys && modelOf(preset.type, { design, row, spot });
  const look = model ? Object.entries(model.values).filter(([key]) => keys.includes(key)) : [];
  const values = { ...block.values, ...structuredClone(Object.fromEntries(look)) };
  return { ...block, values: { ...sidesAt(row, spot), ...values } };
}

/** Whether these are the words that let readers out: small, at the end, and like nothing above them. */
export function isWayOut({ values }: Block): boolean {
  return [values.text, values.html].some((html) => typeof html === "string" && wayOut.test(html));
}
const wayOut = /\{\{\s{0,20}unsubscribeUrl/;

type Place = { design: Design; row: Row | undefined; spot: Spot };

function modelOf(type: string, { design, row, spot }: Place): Block | undefined {
  const above = row?.columns[spot.column]?.contents.slice(0, spot.index) ?? [];
  const beside = row?.columns.flatMap(({ contents }) => contents) ?? [];
  const others = type === "button" ? blocksOf(design) : [];
  const isModel = (block: Block) => block.type === type && !isWayOut(block) && block.values.text !== "";
  return above.findLast(isModel) ?? beside.find(isModel) ?? others.find(isModel);
}

/** The space beside the nearest block of the column, with what is usual above and below. */
function sidesAt(row: Row | undefined, { column, index }: Spot): Values {
  const contents = row?.columns[column]?.contents ?? [];
  const padding = (contents[index - 1] ?? contents[index])?.values.containerPadding;
  const [top, right = top, , left = right] = typeof padding === "string" ? padding.trim().split(/\s+/) : [];
  if (left === undefined || right === undefined || ![left, right].every((side) => pixels.test(side)))
    return {};
  return { containerPadding: left === right ? `10px ${left}` : `10px ${right} 10px ${left}` };
}
const pixels = /^\d{1,3}px$/;
