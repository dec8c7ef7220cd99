import { createSheets } from "../../../server/sheets/sheets.ts";

/** A program of its own that says how many rows each file named to it holds. */
const sheets = createSheets();
for (const path of process.argv.slice(2)) {
  const { rows } = await sheets.convert({ name: path, bytes: await Bun.file(path).bytes() });
  console.log(`${rows.length} rows`);
}
await sheets.close();
