import type { IslandModule } from "../../pages/Island.tsx";
import type { Asset } from "./asset.ts";

/** An asset whose contents lie in files, inside the binary or beside what was built for Node. */
export type EmbeddedAsset = Omit<Asset, "bytes" | "encoded"> & {
  file: string | URL;
  encodedFiles: Record<string, string | URL>;
};

type Embedded = {
  assets: readonly EmbeddedAsset[];
  islands: Readonly<Record<string, IslandModule>>;
  /** A file of other people's licences. */
  licences: string | URL;
};

/**
 * What a built program carries with it. From source there is nothing: assets are built at start and islands are
 * found by folder. `binary.ts` and `node.ts` put a generated module in this file's place when they build.
 */
export const embedded: Embedded | undefined = undefined;
