import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { deserialize } from "node:v8";
import { type Asset, encodings } from "./asset.ts";
import { type EmbeddedAsset, embedded } from "./embedded.ts";

/** Everything under `/static/`: out of the binary when this is one, else built from the source now. */
export async function loadAssets({ dev }: { dev: boolean }): Promise<Asset[]> {
  if (embedded !== undefined) return embedded.assets.map(unpacked);
  return builtApart({ dev });
}

/**
 * Bundles in a process of its own: the bundler takes some 60 MB that a process never gives back.
 * @throws {Error} when the islands do not build; what is wrong with them was printed by then.
 */
async function builtApart({ dev }: { dev: boolean }): Promise<Asset[]> {
  const script = fileURLToPath(new URL("./printAssets.ts", import.meta.url));
  const child = spawn(process.execPath, [script, ...(dev ? ["--dev"] : [])], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed, [exitCode]] = await Promise.all([buffer(child.stdout), once(child, "close")]);
  if (exitCode !== 0) throw new Error("The islands could not be built. The reason stands above.");
  return deserialize(printed) as Asset[];
}

/** One after the other, before anybody is answered: as many turns of the event loop cost more than the files do. */
function unpacked({ file, encodedFiles, ...asset }: EmbeddedAsset): Asset {
  const encoded: { br?: Uint8Array<ArrayBuffer>; gzip?: Uint8Array<ArrayBuffer> } = {};
  for (const encoding of encodings) {
    const path = encodedFiles[encoding];
    if (path !== undefined) encoded[encoding] = readFileSync(path);
  }
  return { ...asset, bytes: readFileSync(file), encoded };
}
