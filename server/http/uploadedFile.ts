import { refused } from "../../contract/refused.ts";
import { formOf } from "./form.ts";

export type UploadedFile = { name: string; bytes: Uint8Array<ArrayBuffer> };

/** The first file of the form, whatever its field is called. @throws {Refusal} bad_request. */
export function uploadedFile(request: Request): UploadedFile {
  for (const { fileName, bytes } of formOf(request)) if (fileName !== null) return { name: fileName, bytes };
  throw refused("file_missing");
}
