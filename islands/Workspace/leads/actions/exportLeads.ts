import type { ExportFormat, LeadChoice } from "../../../../contract/schemas/leadActions.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { saveFile } from "./saveFile.ts";

/**
 * Asks for the leads as a file and gives it to the person; `onBytes` hears how much of it is there.
 *
 * @throws {Refusal} with the server's words; AbortError once the signal says that nobody wants it.
 */
export async function exportLeads(
  body: { which: LeadChoice; format: ExportFormat },
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<void> {
  const call = browserClient("POST /amplify/leads/export", { body }, { signal });
  const response = (await call) as unknown as Response;
  const reader = response.body?.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) break;
    pieces.push(value);
    bytes += value.length;
    onBytes(bytes);
  }
  const type = response.headers.get("content-type") ?? "";
  saveFile({ name: `leads.${body.format}`, content: new Blob(pieces, { type }) });
}
