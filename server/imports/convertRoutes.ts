import { leadLimits } from "../../contract/limits/leads.ts";
import { sheetLimits } from "../../contract/limits/sheet.ts";
import type { Core } from "../core/core.ts";
import { createSharedTurns } from "../core/turns.ts";
import { jsonList } from "../http/jsonList.ts";
import { type Route, route } from "../http/route.ts";
import { uploadedFile } from "../http/uploadedFile.ts";
import type { Sheets } from "../sheets/sheets.ts";

export function fileRoutes(core: Pick<Core, "database" | "log">, sheets: Pick<Sheets, "convert">): Route[] {
  const turns = createSharedTurns(core, {
    name: "convert",
    waitingMax: leadLimits.importsWaiting,
    tooMuch: "imports_waiting",
  });
  return [
    route("POST /files/convert/excel-to-json", async ({ scope, request }) => {
      const { name, bytes } = uploadedFile(request);
      const { signal } = request;
      try {
        const { rows, truncated } = await turns.take(scope, async () => {
          signal.throwIfAborted();
          return sheets.convert({ name, bytes, isGivenAway: true, signal });
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

/** The client has gone, so nobody receives this status; nginx logs the same one. */
const clientGone = 499;

async function* inBatches<T>(rows: readonly T[]): AsyncGenerator<T[]> {
  const size = sheetLimits.batchRows;
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
