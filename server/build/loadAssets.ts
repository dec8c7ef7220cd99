import { type Asset, encodings } from "./asset.ts";
import { buildAssets } from "./buildAssets.ts";
import { type EmbeddedAsset, embedded } from "./embedded.ts";

/** Everything under `/static/`: out of the binary when this is one, else built from the source now. */
export async function loadAssets({ dev }: { dev: boolean }): Promise<Asset[]> {
  if (embedded !== undefined) return Promise.all(embedded.assets.map(unpacked));
  return buildAssets({ dev });
}

async function unpacked({ file, encodedFiles, ...asset }: EmbeddedAsset): Promise<Asset> {
  const encoded: { br?: Uint8Array<ArrayBuffer>; gzip?: Uint8Array<ArrayBuffer> } = {};
  for (const encoding of encodings) {
    const path = encodedFiles[encoding];
    if (path !== undefined) encoded[encoding] = await Bun.file(path).bytes();
  }
  return { ...asset, bytes: await Bun.file(file).bytes(), encoded };
}
