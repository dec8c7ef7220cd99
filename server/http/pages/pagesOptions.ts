import type { Context } from "hono";
import type { IslandRegistry } from "../../../pages/Island.tsx";
import type { SiteFacts } from "../../../pages/shell/siteFacts.ts";
import type { Viewer } from "../../../pages/shell/view.ts";
import type { Asset } from "../../build/asset.ts";

/** Who asks, by the session cookie; undefined for a visitor. */
type ViewerOf = (context: Context) => Promise<Viewer | undefined> | Viewer | undefined;

export type PagesOptions = {
  assets: readonly Asset[];
  registry: IslandRegistry;
  facts: SiteFacts;
  viewerOf: ViewerOf;
  /** Whether `/styleguide` exists. */
  styleguide: boolean;
};
