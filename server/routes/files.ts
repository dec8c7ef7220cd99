import { Refusal } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { createTurns } from "../services/turns.ts";
import type { Sheets } from "../sheets/sheets.ts";
import { jsonList } from "./jsonList.ts";
import { type Route, route } from "./route.ts";

export function fileRoutes(sheets: Pick<Sheets, "convert">): Route[] {
  const turns = createTurns({ waitingMax: limits.leads.importsWaiting });
  return [
    route("POST /files/convert/excel-to-json", async ({ caller, request }) => {
      const file = await uploadedFile(request);
      const { signal } = request;
      try {
        const { rows, truncated } = await turns.take(caller.uid, async () => {
          signal.throwIfAborted();
          const bytes = new Uint8Array(await file.arrayBuffer());
          return sheets.convert({ name: file.name, bytes, signal });
        });
        return jsonList(inBatches(rows), {
          before: `{${truncated ? '"truncated":true,' : ""}"data":`,
          after: "}",
        });
      } catch (error) {
        if (signal.aborted) return new Response(null, { status: clientGone });
        throw error;
      }
    }),
  ];
}

/** Nobody reads it; nginx writes the same number into its log. */
const clientGone = 499;

/** The first file of the form, whatever its field is called. @throws {Refusal} bad_request. */
async function uploadedFile(request: Request): Promise<File> {
  let parts: FormData;
  try {
    parts = await request.formData();
  } catch (cause) {
    throw new Refusal("bad_request", "The upload cannot be read. Please try again.", { cause });
  }
  for (const part of parts.values()) if (typeof part !== "string") return part;
  throw new Refusal("bad_request", "Please choose a file");
}

async function* inBatches<T>(rows: readonly T[]): AsyncGenerator<T[]> {
  const size = limits.sheet.batchRows;
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
