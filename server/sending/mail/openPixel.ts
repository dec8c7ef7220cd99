import { escapeHtml } from "../../../contract/mergeFields.ts";

/** The invisible picture whose loading tells that a mail was opened, or nothing when opens are not counted. */
export function openPixel(url: string | undefined): string {
  if (url === undefined) return "";
  return `<img src="${escapeHtml(url)}" width="1" height="1" alt="" style="display:block;border:0">`;
}
