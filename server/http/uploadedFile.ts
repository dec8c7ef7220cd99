import { Refusal } from "../../contract/errors.ts";

/** The first file of the form, whatever its field is called. @throws {Refusal} bad_request. */
export async function uploadedFile(request: Request): Promise<File> {
  let parts: FormData;
  try {
    parts = await request.formData();
  } catch (cause) {
    throw new Refusal("bad_request", "The upload cannot be read. Please try again.", { cause });
  }
  for (const part of parts.values()) if (typeof part !== "string") return part;
  throw new Refusal("bad_request", "Please choose a file");
}
