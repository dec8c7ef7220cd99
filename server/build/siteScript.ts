import { resolve } from "node:path";
import { type Asset, hashedPath, type Pressing, press } from "./asset.ts";

const source = resolve(import.meta.dir, "../../islands/_runtime/site.ts");

/** Bundles the one small script that every page has, as a plain script that runs before the page is painted. */
export async function buildSiteScript({
  dev,
  pressing,
}: {
  dev: boolean;
  pressing: Pressing;
}): Promise<Asset[]> {
  const built = await Bun.build({ entrypoints: [source], target: "browser", format: "iife", minify: !dev });
  return Promise.all(
    built.outputs.map(async (output) => {
      const bytes = new Uint8Array(await output.arrayBuffer());
      const path = hashedPath("site.js", bytes);
      const type = "text/javascript; charset=utf-8";
      return press({ path, type, role: "script", of: "site", bytes, imports: [] }, pressing);
    }),
  );
}
