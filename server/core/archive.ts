import { Readable } from "node:stream";

/** One file of an archive; its text is made piece by piece while it is being read. */
export type ArchiveFile = { name: string; text: () => AsyncIterable<string> };

/**
 * A ZIP archive as a stream. A file is begun when the one before has been read, and nothing more of it is made once
 * the reader has gone. A fault on the way breaks the stream off, so that half an archive never looks like a whole one.
 */
export async function zipStream(
  files: readonly ArchiveFile[],
  mtime: Date,
): Promise<ReadableStream<Uint8Array>> {
  const { ZipFile } = await import("yazl");
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const open = new Set<Readable>();
  for (const { name, text } of files)
    zip.addReadStreamLazy(name, { mtime }, (done) => {
      const input = Readable.from(text());
      open.add(input);
      input.once("close", () => open.delete(input));
      input.once("error", (error) => output.destroy(error));
      done(null, input);
    });
  zip.on("error", (error: Error) => output.destroy(error));
  output.once("close", () => {
    for (const input of open) input.destroy();
  });
  zip.end();
  return Readable.toWeb(output) as unknown as ReadableStream<Uint8Array>;
}
