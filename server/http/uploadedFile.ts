import { refused } from "../../contract/refused.ts";
import { formOf } from "./form.ts";

export type UploadedFile = { name: string; bytes: Uint8Array<ArrayBuffer> };

/** The file of the form, whatever its field is called. @throws {Refusal} bad_request, also where there are several: only one would be read. */
export function uploadedFile(request: Request): UploadedFile {
  const files = formOf(request).flatMap(({ fileName: name, bytes }) =>
    // A field in which nobody chose one comes along as a file without a name, and with nothing in it.
    name === null || (name === "" && bytes.length === 0) ? [] : { name, bytes },
  );
  const [file, ...others] = files;
  if (file === undefined) throw refused("file_missing");
  if (others.length > 0) throw refused("files_too_many");
  return file;
}
