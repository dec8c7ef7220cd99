import type { IslandModule } from "../../pages/Island.tsx";
import type { Asset } from "./asset.ts";

/** An asset whose contents lie in files inside the binary. */
export type EmbeddedAsset = Omit<Asset, "bytes" | "encoded"> & {
  file: string;
  encodedFiles: Record<string, string>;
};

export type Embedded = {
  assets: readonly EmbeddedAsset[];
  islands: Readonly<Record<string, IslandModule>>;
};

/**
 * What the binary carries with it. From source there is nothing: assets are built at start and islands are found
 * by folder. `binary.ts` puts a generated module in this file's place when it builds.
 */
export const embedded: Embedded | undefined = undefined;
