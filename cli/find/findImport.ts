import type { Client } from "../../contract/client.ts";
import { Refusal } from "../../contract/errors.ts";
import type { ImportJob } from "../../contract/schemas/imports.ts";
import { pickOne } from "./pickOne.ts";

/** An import that was started, by its identifier, the end of it, or "last" for the newest. */
export async function findImport(client: Client, text: string): Promise<ImportJob> {
  const imports = (await client("GET /amplify/imports")).filter(({ state }) => state !== "read");
  if (text !== "last")
    // The same file may be imported again and again, so its name means no import.
    return pickOne(imports, text, { kind: "import", of: ({ _id }) => ({ id: _id, name: "" }) });
  const [newest] = imports;
  if (!newest) throw new Refusal("not_found", "Nothing has been imported yet.");
  return newest;
}
