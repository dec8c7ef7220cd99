import { importLimits } from "../../../../contract/limits/imports.ts";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { upload } from "../../../_data/upload.ts";

/** The kinds of file that can be imported (specification, section 5). */
export const importTypes = [".csv", ".xls", ".xlsx"] as const;

/** Why a file cannot be imported, seen before it travels; "" where nothing speaks against it. */
export function fileFault(file: File): string {
  const type = importTypes.find((ending) => file.name.toLowerCase().endsWith(ending));
  if (type === undefined) return `Please choose a ${importTypes.join(", ")} file`;
  if (file.size === 0) return "The file is empty";
  const bytes = type === ".csv" ? importLimits.csvBytes : importLimits.workbookBytes;
  if (file.size <= bytes) return "";
  const advice =
    type === ".csv" ? "Import it in parts." : "Save its sheet as a CSV file, which may be larger.";
  return `The file is larger than ${bytes / 1024 / 1024} MB. ${advice}`;
}

/** Brings a file to the server, which answers what it has read. */
export async function uploadFile(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (sent: number) => void },
): Promise<ImportJob> {
  const query = { name: file.name };
  const answer = await upload({ call: "POST /amplify/imports", query, body: file, signal, onProgress });
  return answer as ImportJob;
}
