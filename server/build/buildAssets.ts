import type { Asset, Compression } from "./asset.ts";
import { buildIslands } from "./islands.ts";
import { buildMailPictures } from "./mailPictures.ts";
import { buildPictures } from "./pictures.ts";
import { buildSiteScript } from "./siteScript.ts";
import { buildStyles } from "./styles.ts";

/** Makes everything under `/static/` from the source. `folder` are the islands, the product's own by default. */
export async function buildAssets({
  dev,
  folder,
  compression = "quick",
}: {
  dev: boolean;
  folder?: string;
  compression?: Compression;
}): Promise<Asset[]> {
  const islands = folder === undefined ? {} : { folder };
  const built = await Promise.all([
    buildIslands({ dev, compression, ...islands }),
    buildStyles({ compression, ...islands }),
    buildSiteScript({ dev, compression }),
    buildPictures(),
    buildMailPictures(),
  ]);
  return built.flat();
}
