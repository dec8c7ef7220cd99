import { hash } from "node:crypto";
import { isTooDeep } from "../../contract/parseJson.ts";
import { storableJson } from "../json/storableJson.ts";

/** How a column's values go from one dialect to the other. */
export type Kind = "text" | "bigint" | "boolean" | "jsonb" | "bytea";

/** A value on its way: text for everything but bytes, so that no number is too large for this language. */
export type Cell = string | Uint8Array | null;

/** As the column is read from SQLite. */
export function readingOf(column: string, kind: Kind): string {
  const name = `"${column}"`;
  return kind === "bigint" || kind === "boolean" ? `CAST(${name} AS TEXT) AS ${name}` : name;
}

/**
 * A value as PostgreSQL keeps it, which is as stores would have written it there: it knows no text with a NUL and no half
 * of a pair of surrogates, and JSON that is too deep to be read counts as none.
 */
export function cellOf(value: unknown, kind: Kind): Cell {
  if (value === null || value === undefined) return null;
  if (kind === "bytea") return value as Uint8Array;
  const text = String(value);
  if (kind === "boolean") return text === "0" ? "false" : "true";
  if (kind === "bigint") return text;
  if (kind === "text") return text.toWellFormed().replaceAll("\0", "\ufffd");
  if (isTooDeep(Buffer.from(text))) return null;
  return storableJson(JSON.stringify(JSON.parse(text)));
}

/** Rows that were seen, in any order: two databases with the same of them have the same. */
export type RowDigest = {
  count: number;
  add(row: readonly Cell[], kinds: readonly Kind[]): void;
  digest(): string;
};

export function createRowDigest(): RowDigest {
  let sum = 0n;
  return {
    count: 0,
    add(row, kinds) {
      this.count += 1;
      sum = BigInt.asUintN(256, sum + BigInt(`0x${hash("sha256", writtenOut(row, kinds), "hex")}`));
    },
    digest: () => sum.toString(16),
  };
}

/** In one piece: many small ones take several times as long. A length stands before each, so that no two rows are written alike. */
function writtenOut(row: readonly Cell[], kinds: readonly Kind[]): string {
  let text = "";
  row.forEach((cell, index) => {
    if (cell === null) text += "-;";
    else {
      const told = toldOf(cell, kinds[index]);
      text += `${told.length};${told}`;
    }
  });
  return text;
}

function toldOf(cell: string | Uint8Array, kind: Kind | undefined): string {
  if (typeof cell !== "string") return Buffer.from(cell).toString("hex");
  return kind === "jsonb" ? sortedJson(JSON.parse(cell)) : cell;
}

/** PostgreSQL keeps no order of an object's fields. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${sortedJson(field)}`).join()}}`;
}
