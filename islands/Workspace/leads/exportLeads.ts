import type { ExportFormat, LeadChoice } from "../../../contract/schemas/leadActions.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { saveFile } from "./saveFile.ts";

/** Asks for the leads as a file and gives it to the person. @throws {Refusal} with the server's words. */
export async function exportLeads(body: { which: LeadChoice; format: ExportFormat }): Promise<void> {
  const response = (await browserClient("POST /amplify/leads/export", { body })) as unknown as Response;
  saveFile({ name: `leads.${body.format}`, content: await response.blob() });
}
