import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { deserialize } from "node:v8";
import { type Asset, encodings } from "./asset.ts";
import { type EmbeddedAsset, embedded } from "./embedded.ts";

/** Everything under `/static/`: out of the binary when this is one, else built from the source now. */
export async function loadAssets({ dev }: { dev: boolean }): Promise<Asset[]> {
  if (embedded !== undefined) return Promise.all(embedded.assets.map(unpacked));
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

async function unpacked({ file, encodedFiles, ...asset }: EmbeddedAsset): Promise<Asset> {
  const encoded: { br?: Uint8Array<ArrayBuffer>; gzip?: Uint8Array<ArrayBuffer> } = {};
  for (const encoding of encodings) {
    const path = encodedFiles[encoding];
    if (path !== undefined) encoded[encoding] = await readFile(path);
  }
  return { ...asset, bytes: await readFile(file), encoded };
}
