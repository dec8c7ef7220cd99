import type { Asset, Pressing } from "./asset.ts";
import { buildIslands } from "./islands.ts";
import { buildMailPictures } from "./mailPictures.ts";
import { buildPictures } from "./pictures.ts";
import { buildSiteScript } from "./siteScript.ts";
import { buildStyles } from "./styles.ts";

/** Makes everything under `/static/` from the source. `folder` are the islands, the product's own by default. */
export async function buildAssets({
  dev,
  folder,
  pressing = "quick",
}: {
  dev: boolean;
  folder?: string;
  pressing?: Pressing;
}): Promise<Asset[]> {
  const islands = folder === undefined ? {} : { folder };
  const built = await Promise.all([
    buildIslands({ dev, pressing, ...islands }),
    buildStyles({ pressing, ...islands }),
    buildSiteScript({ dev, pressing }),
    buildPictures(),
    buildMailPictures(),
  ]);
  return built.flat();
}
