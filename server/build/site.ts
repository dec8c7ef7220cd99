import type { IslandRegistry } from "../../pages/Island.tsx";
import type { Asset } from "./asset.ts";
import { loadAssets } from "./loadAssets.ts";
import { loadRegistry } from "./loadRegistry.ts";

/** What pages are made of: the files under /static/ and the islands by name. */
export type Site = { assets: readonly Asset[]; registry: IslandRegistry };

/** Bundles the islands, or takes them out of the binary when this is one. */
export async function loadSite({ dev }: { dev: boolean }): Promise<Site> {
  const [assets, registry] = await Promise.all([loadAssets({ dev }), loadRegistry()]);
  return { assets, registry };
}
