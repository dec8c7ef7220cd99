import { parseAddress } from "../../../contract/address.ts";
import { addressesIn } from "../../../contract/imports/addressesIn.ts";
import { cellValue } from "../../../contract/imports/columns.ts";
import type { FieldKind } from "../../../contract/leads/customFields.ts";
import {
  choiceName,
  readDate,
  readNumber,
  readYesNo,
  withoutCurrency,
} from "../../../contract/leads/readFieldValue.ts";
import { importLimits } from "../../../contract/limits/imports.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import type { ColumnFit } from "../../../contract/schemas/imports.ts";
import type { SheetColumn } from "../../sheets/messages.ts";

type Counted = "text" | "number" | "date" | "yesNo" | "address";
type Look = {
  filled: number;
  unfit: Record<Counted, number>;
  /** The distinct cells and how often each occurs; null once they are too many, or too long, for choices. */
  values: Map<string, { value: string; count: number }> | null;
  /** A number with a leading zero is a code and must be kept as text. */
  hasCode: boolean;
  /** One with a currency can become a number, which is without it: that is for a person to choose. */
  hasCurrency: boolean;
};

const fits: Record<Exclude<Counted, "text">, (text: string) => boolean> = {
  number: (text) => readNumber(text) !== null,
  date: (text) => readDate(text) !== null,
  yesNo: (text) => readYesNo(text) !== null,
  // No column becomes a field of e-mail addresses; for the column of the leads' own addresses, invalid ones are reported.
  address: (text) => {
    const [address = "", ...more] = text.includes("@") ? addressesIn(text) : [];
    return more.length === 0 && parseAddress(address).ok;
  },
};
const kinds = Object.keys(fits) as (keyof typeof fits)[];

/**
 * Finds out for every column which kind of field it could become. A kind that enough cells do not match is not tried any
 * more, so that columns of names take hardly any time.
 */
export function createFieldLook() {
  const looks: Look[] = [];
  return {
    add(cells: readonly string[]): void {
      for (let index = 0; index < cells.length; index += 1) {
        const cell = cells[index];
        if (cell === undefined || cell === "") continue;
        looks[index] ??= newLook();
        lookAt(looks[index] as Look, cell);
      }
    },

    result: (columns: readonly SheetColumn[]): ColumnFit[] =>
      columns.map(({ index, name }) => {
        const look = looks[index] ?? newLook();
        const { filled, unfit, values } = look;
        return { column: name, kind: kindOf(look), filled, unfit, values: values && [...values.values()] };
      }),
  };
}

function newLook(): Look {
  const unfit = { text: 0, number: 0, date: 0, yesNo: 0, address: 0 };
  return { filled: 0, unfit, values: new Map(), hasCode: false, hasCurrency: false };
}

function lookAt(look: Look, cell: string): void {
  // What a broken formula shows is blank to the import, too. Nearly all cells begin so that they need not be read for that.
  if (!/^\w/.test(cell) && cellValue(cell) === "") return;
  look.filled += 1;
  const { unfit } = look;
  if (cell.length > leadLimits.fieldTextMax) unfit.text += 1;
  const { unfitMax } = importLimits;
  const isDone = look.values === null && kinds.every((kind) => unfit[kind] >= unfitMax);
  if (isDone) return;
  const text = cellValue(cell);
  look.hasCode ||= /^0\d/.test(text);
  look.hasCurrency ||= withoutCurrency(text) !== text;
  for (const kind of kinds) if (unfit[kind] < unfitMax && !fits[kind](text)) unfit[kind] += 1;
  countValue(look, text);
}

function countValue(look: Look, text: string): void {
  if (look.values === null) return;
  const name = choiceName(text);
  const known = look.values.get(name);
  if (known !== undefined) known.count += 1;
  else if (look.values.size < leadLimits.choicesMax && text.length <= leadLimits.choiceNameMax)
    look.values.set(name, { value: text, count: 1 });
  else look.values = null;
}

/** Only a kind that every cell matches, since other cells would be lost. */
function kindOf({ filled, unfit, hasCode, hasCurrency }: Look): FieldKind {
  if (filled === 0) return "text";
  if (unfit.date === 0) return "date";
  if (unfit.number === 0 && !hasCode && !hasCurrency) return "number";
  return unfit.yesNo === 0 && !hasCode ? "yesNo" : "text";
}
