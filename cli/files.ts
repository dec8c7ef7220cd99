import { createReadStream, createWriteStream } from "node:fs";
import { access, constants, readFile, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Refusal } from "../contract/errors.ts";
import { fileText } from "../contract/fileText.ts";
import { faultTexts } from "../contract/texts/terminal/faults.ts";
import { verbTexts } from "../contract/texts/terminal/verbs.ts";
import { FileFault, UsageFault } from "./faults.ts";
import type { Output } from "./output.ts";
import type { Terminal } from "./terminal.ts";

/** The path that means stdin when reading, and stdout when writing. */
export const stdio = "-";

/**
 * The bytes of a file, or of stdin for "-".
 * @throws {UsageFault} if there is no such file. @throws {Refusal} "too_large" with the text `tooLarge` above `maxBytes`.
 */
export async function readBytes(
  terminal: Terminal,
  path: string,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: string },
): Promise<Uint8Array<ArrayBuffer>> {
  if (path !== stdio) {
    const found = await stat(path).catch(() => null);
    if (found === null || found.isDirectory()) throw new UsageFault(terminal.texts(faultTexts).noFile(path));
    if (found.size > maxBytes) throw new Refusal("too_large", tooLarge);
    if (found.isFile()) return new Uint8Array(await readFile(path));
    // A pipe, as the shell's `<(…)` is, tells no size.
    return await atMost(maxBytes, createReadStream(path), tooLarge);
  }
  const bytes = await atMost(maxBytes, terminal.stdin, tooLarge);
  if (bytes.length === 0) throw new UsageFault(terminal.texts(verbTexts).emptyStdin);
  return bytes;
}

async function atMost(
  maxBytes: number,
  from: AsyncIterable<unknown>,
  tooLarge: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of from) {
    const piece = typeof chunk === "string" ? new TextEncoder().encode(chunk) : (chunk as Uint8Array);
    bytes += piece.length;
    if (bytes > maxBytes) throw new Refusal("too_large", tooLarge);
    chunks.push(piece);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The same as text. */
export async function readText(...of: Parameters<typeof readBytes>): Promise<string> {
  return fileText(await readBytes(...of));
}

/**
 * Writes a server's answer to a file that only its owner may read, or to stdout for "-", to which nothing else is
 * printed then. Prints where it was saved.
 * @throws {UsageFault} if the file cannot be written.
 */
export async function saveAnswer(output: Output, path: string, answer: Response): Promise<void> {
  await saveTo(output, path, answer);
  if (path === stdio) return;
  output.line(output.texts(verbTexts).written(path));
  output.event("saved", { file: path });
}

/** The same without printing anything. @throws {FileFault} where only a part of it could be written. */
export async function saveTo(output: Output, path: string, answer: Response): Promise<void> {
  const rows = Readable.from(answer.body ?? []);
  if (path === stdio) {
    output.giveStdout();
    await whole(output, "stdout", pipeline(rows, output.terminal.stdout, { end: false }));
    return;
  }
  try {
    // The file is created with its permissions before its content, which may be personal data.
    await writeFile(path, "", { mode: 0o600 });
  } catch (error) {
    throw cannotWrite(output, path, error);
  }
  await whole(output, path, pipeline(rows, createWriteStream(path)));
}

/**
 * For a call that changes something: that the file can be written is known before, as far as it can be, since afterwards
 * it is no longer true that nothing was done. Creates nothing. @throws {UsageFault}
 */
export async function requireWritable(output: Output, path: string | undefined): Promise<void> {
  if (path === undefined || path === stdio) return;
  const { W_OK } = constants;
  try {
    const found = await stat(path).catch(() => null);
    await access(found === null ? dirname(path) : path, W_OK);
    if (found?.isDirectory()) await writeFile(path, "");
  } catch (error) {
    throw cannotWrite(output, path, error);
  }
}

function cannotWrite(output: Output, path: string, error: unknown): UsageFault {
  return new UsageFault(output.texts(verbTexts).noDirectory({ path, why: (error as Error).message }));
}

/** What broke off says which of both it was: the disk, or the line that it came by. */
async function whole(output: Output, path: string, written: Promise<void>): Promise<void> {
  try {
    await written;
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    const texts = output.texts(verbTexts);
    throw new FileFault(
      syscall === "write" ? texts.partWritten({ path, why: message }) : texts.partReceived(path),
    );
  }
}
