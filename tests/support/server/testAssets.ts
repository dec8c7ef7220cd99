import { deserialize } from "node:v8";
import type { Asset } from "../../../server/build/asset.ts";
import { loadAssets } from "../../../server/build/loadAssets.ts";
import { loadRegistry } from "../../../server/build/loadRegistry.ts";
import type { Site } from "../../../server/build/site.ts";
import { testedVariables } from "./program.ts";

let assets: Promise<readonly Asset[]> | undefined;

/** Everything under `/static/`, bundled once for a whole run of tests, or for the process where nobody did before. */
export function testAssets(): Promise<readonly Asset[]> {
  assets ??= read();
  return assets;
}

/** What pages are made of, with those. */
export async function testSite(): Promise<Site> {
  const [bundled, registry] = await Promise.all([testAssets(), loadRegistry()]);
  return { assets: bundled, registry };
}

async function read(): Promise<Asset[]> {
  const built = process.env[testedVariables.assets];
  return built === undefined ? loadAssets({ dev: false }) : deserialize(await Bun.file(built).bytes());
}
