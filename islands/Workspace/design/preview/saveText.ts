import { saveFile } from "../../leads/actions/saveFile.ts";

/** Gives the person a file to keep, made here in the page. */
export function saveText({ name, type, text }: { name: string; type: string; text: string }): void {
  saveFile({ name, content: new Blob([text], { type }) });
}
