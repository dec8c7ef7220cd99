import { type Asset, encodings } from "./asset.ts";
import { type EmbeddedAsset, embedded } from "./embedded.ts";
import { buildIslands } from "./islands.ts";
import { buildStyles } from "./styles.ts";

/** Everything under `/static/`: out of the binary when this is one, else built from the source now. */
export async function loadAssets({ dev }: { dev: boolean }): Promise<Asset[]> {
  if (embedded !== undefined) return Promise.all(embedded.assets.map(unpacked));
  const [islands, styles] = await Promise.all([buildIslands({ dev }), buildStyles()]);
  return [...islands, ...styles];
}

async function unpacked({ file, encodedFiles, ...asset }: EmbeddedAsset): Promise<Asset> {
  const encoded: { br?: Uint8Array<ArrayBuffer>; gzip?: Uint8Array<ArrayBuffer> } = {};
  for (const encoding of encodings) {
    const path = encodedFiles[encoding];
    if (path !== undefined) encoded[encoding] = await Bun.file(path).bytes();
  }
  return { ...asset, bytes: await Bun.file(file).bytes(), encoded };
}
