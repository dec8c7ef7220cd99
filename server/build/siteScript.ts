import { resolve } from "node:path";
import { bundle } from "#platform/bundle";
import { type Asset, type Compression, compress, hashedPath } from "./asset.ts";

const source = resolve(import.meta.dirname, "../../islands/_runtime/site.ts");

/** Bundles the one small script that every page has, as a plain script that runs before the page is painted. */
export async function buildSiteScript({
  dev,
  compression,
}: {
  dev: boolean;
  compression: Compression;
}): Promise<Asset[]> {
  const bundled = await bundle({ entries: [source], format: "script", dev });
  return Promise.all(
    bundled.map(async ({ bytes }) => {
      const path = hashedPath("site.js", bytes);
      const type = "text/javascript; charset=utf-8";
      return compress({ path, type, role: "script", of: "site", bytes, imports: [] }, compression);
    }),
  );
}
