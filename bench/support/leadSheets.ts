import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { utils, write } from "xlsx";

export const emailOf = (prefix: string, index: number) => `${prefix}${index}@in.test`;

/** Writes a sheet of leads as CSV or XLSX and answers its path. */
export function writeLeadSheet(options: { folder: string; kind: "csv" | "xlsx"; count: number }): string {
  const { folder, kind, count } = options;
  const rows = [["First Name", "Last Name", "Email Address", "Phone"]];
  for (let index = 0; index < count; index += 1)
    rows.push([`First${index}`, `Last${index}`, emailOf(kind, index), `+49 30 ${1_000_000 + index}`]);
  const path = join(folder, `leads.${kind}`);
  if (kind === "csv") writeFileSync(path, rows.map((row) => row.join(",")).join("\r\n"));
  else {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "Leads");
    writeFileSync(path, write(book, { type: "buffer", bookType: "xlsx", compression: true }));
  }
  return path;
}

export type BenchLead = { firstName: string; lastName: string; email: string; phone: string };

/** One of `count` different leads in no order of anything, as people in a list are. */
export function leadAt(prefix: string, index: number, count: number): BenchLead {
  const [first, last, number] = [97, 101, 103].map((factor) => mixed(index * factor));
  // A step without a common divisor with the count comes by every number once.
  const own = (index * stepThrough(count)) % count;
  const tag = mixed(own).toString(36);
  return {
    firstName: names[(first ?? 0) % names.length] ?? "Ada",
    lastName: `${names[(last ?? 0) % names.length]}${(last ?? 0) % 1_000}`,
    email: `${tag}.${prefix}${own}@in.test`,
    phone: `+49 30 ${1_000_000 + ((number ?? 0) % 9_000_000)}`,
  };
}

/** Writes such leads as a CSV file, a piece at a time, and answers its path. */
export function writeMixedSheet({
  folder,
  prefix,
  count,
}: {
  folder: string;
  prefix: string;
  count: number;
}) {
  const path = join(folder, `${prefix}.csv`);
  const file = openSync(path, "w");
  let text = "First Name,Last Name,Email Address,Phone\n";
  for (let index = 0; index < count; index += 1) {
    const { firstName, lastName, email, phone } = leadAt(prefix, index, count);
    text += `${firstName},${lastName},${email},${phone}\n`;
    if (text.length < 1_000_000 && index < count - 1) continue;
    writeSync(file, text);
    text = "";
  }
  closeSync(file);
  return path;
}

const names = [
  "Ada",
  "Bob",
  "Cleo",
  "Dan",
  "Eva",
  "Finn",
  "Gül",
  "Hana",
  "Ivo",
  "Jörg",
  "Kim",
  "Lea",
  "Max",
  "Nora",
];

/** Thirty-one bits that look like chance and are the same each time. */
function mixed(number: number): number {
  return Math.imul(Math.imul(number + 1, 0x9e3779b1) ^ (number >>> 15), 0x85ebca6b) >>> 1;
}

function stepThrough(count: number): number {
  for (let step = Math.floor(count * 0.618) + 1; ; step += 1) if (divisor(step, count) === 1) return step;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
