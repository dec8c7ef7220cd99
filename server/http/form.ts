import type { Refusal } from "../../contract/errors.ts";
import { bodyLimits } from "../../contract/limits/http.ts";
import { refused } from "../../contract/refused.ts";

/** One part of a form: a file has a name of its own. The bytes are those of the body, not a copy of them. */
type FormPart = { name: string; fileName: string | null; bytes: Uint8Array<ArrayBuffer> };

/** Bodies that were read and belong to requests that are still under way. */
const bodies = new WeakMap<Request, Uint8Array<ArrayBuffer>>();

/** Keeps a form's body for whoever answers the request. */
export function keepForm(request: Request, body: Uint8Array<ArrayBuffer>): void {
  bodies.set(request, body);
}

/**
 * The parts of a `multipart/form-data` body that was kept (RFC 7578). In place, because ten megabytes that a runtime
 * copies from a stream into a request, a form, a file and a message each hold everybody up.
 * @throws {Refusal} bad_request when it is no such form.
 */
export function formOf(request: Request): FormPart[] {
  const body = bodies.get(request);
  const boundary = boundaryOf(request.headers.get("content-type") ?? "");
  if (body === undefined || boundary === null) throw unreadable();
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: FormPart[] = [];
  // The first delimiter may stand at the very beginning, without the line end that the others belong to.
  let at = buffer.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2))
    ? delimiter.length - 2
    : after(buffer.indexOf(delimiter), delimiter.length);
  while (!isLast(buffer, at)) {
    if (parts.length >= bodyLimits.formParts) throw unreadable();
    const headersAt = after(buffer.indexOf("\r\n", at), 0);
    const contentAt = after(buffer.indexOf("\r\n\r\n", headersAt), 4);
    if (contentAt - headersAt > bodyLimits.formHeadBytes) throw unreadable();
    // A part without content ends with the blank line that its headers end with.
    const end = after(buffer.indexOf(delimiter, contentAt - 2), 0);
    const named = namesIn(buffer.toString("utf8", headersAt, contentAt));
    if (named !== null) parts.push({ ...named, bytes: body.subarray(contentAt, Math.max(contentAt, end)) });
    at = end + delimiter.length;
  }
  return parts;
}

function after(found: number, length: number): number {
  if (found < 0) throw unreadable();
  return found + length;
}

function isLast(buffer: Buffer, at: number): boolean {
  return buffer[at] === dash && buffer[at + 1] === dash;
}

const dash = 0x2d;

function boundaryOf(contentType: string): string | null {
  const [, quoted, bare] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,200})"|([^\s";]{1,200}))/i.exec(contentType) ??
    [];
  return quoted ?? bare ?? null;
}

/** Null for a part that has no name, which no browser sends. */
function namesIn(headers: string): Pick<FormPart, "name" | "fileName"> | null {
  const disposition = /\r\ncontent-disposition:\s*form-data\s*;([^\r\n]*)/i.exec(headers)?.[1] ?? "";
  const values = new Map<string, string>();
  for (const [, key = "", quoted, bare] of disposition.matchAll(parameter))
    values.set(key.toLowerCase(), quoted === undefined ? (bare ?? "") : unescaped(quoted));
  const name = values.get("name");
  return name === undefined ? null : { name, fileName: values.get("filename") ?? null };
}

/** From the first letter of a name on: tried from each of its letters, a long one would take the square of its length. */
const parameter = /(?<![a-z*])([a-z*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/gi;

/** As browsers escape names (HTML, section 4.10.21.8), and as other programs do. */
function unescaped(quoted: string): string {
  return quoted
    .replaceAll(/\\(["\\])/g, "$1")
    .replaceAll("%22", '"')
    .replaceAll("%0D", "\r")
    .replaceAll("%0A", "\n");
}

function unreadable(): Refusal {
  return refused("upload_unreadable");
}
