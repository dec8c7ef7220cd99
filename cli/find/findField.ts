import type { Client } from "../../contract/client.ts";
import { fieldByKey } from "../../contract/leads/customFields.ts";
import type { CustomField } from "../../contract/schemas/leadFields.ts";
import type { FaultTexts } from "../../contract/texts/terminal/faults.ts";
import { UsageFault } from "../faults.ts";

/** @throws {UsageFault} that lists the existing fields. */
export async function findField(
  client: Client,
  { key, texts }: { key: string; texts: FaultTexts },
): Promise<CustomField> {
  const fields = await client("GET /amplify/fields");
  const found = fieldByKey(fields, key) ?? fields.find(({ _id }) => _id === key);
  if (found !== undefined) return found;
  throw new UsageFault(texts.sheets.noField({ key, keys: fields.map((one) => one.key) }));
}
