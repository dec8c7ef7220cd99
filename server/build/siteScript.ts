import { resolve } from "node:path";
import { type Asset, type Compression, compress, hashedPath } from "./asset.ts";

const source = resolve(import.meta.dir, "../../islands/_runtime/site.ts");

/** Bundles the one small script that every page has, as a plain script that runs before the page is painted. */
export async function buildSiteScript({
  dev,
  compression,
}: {
  dev: boolean;
  compression: Compression;
}): Promise<Asset[]> {
  const built = await Bun.build({ entrypoints: [source], target: "browser", format: "iife", minify: !dev });
  return Promise.all(
    built.outputs.map(async (output) => {
      const bytes = new Uint8Array(await output.arrayBuffer());
      const path = hashedPath("site.js", bytes);
      const type = "text/javascript; charset=utf-8";
      return compress({ path, type, role: "script", of: "site", bytes, imports: [] }, compression);
    }),
  );
}
