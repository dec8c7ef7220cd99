import type { PageFiles } from "../../../pages/shell/Document.tsx";
import type { Asset } from "../../build/asset.ts";

/**
 * `held`: the islands on the page. `display`: whether its headings are set in the display face. `framed`: whether it
 * stands in the workspace's frame.
 */
type Page = { held: readonly string[]; display: boolean; framed: boolean };

/**
 * Which files a page links: the site's own stylesheet, font and small script always, and a bundle, a stylesheet and
 * what they import for each island it holds. Without islands there is no other script.
 */
export function pageFiles(assets: readonly Asset[]): (page: Page) => PageFiles {
  const byPath = new Map(assets.map((asset) => [asset.path, asset]));
  const paths = (role: Asset["role"], of: readonly string[]) =>
    assets.filter((asset) => asset.role === role && of.includes(asset.of)).map((asset) => asset.path);

  function imported(path: string, found: Set<string>): Set<string> {
    for (const next of byPath.get(path)?.imports ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      imported(next, found);
    }
    return found;
  }

  return ({ held, display, framed }) => {
    const scripts = paths("entry", held);
    const preloads = new Set<string>();
    for (const script of scripts) imported(script, preloads);
    return {
      icon: paths("icon", ["site"])[0],
      touchIcon: paths("picture", ["app-icon-180"])[0],
      // Only the Latin parts are wanted for certain; the extended ones load when a page's text asks for them.
      fonts: paths("font", display ? ["latin", "display"] : ["latin"]),
      styles: [...paths("style", ["site", framed ? "frame" : "visitors"]), ...paths("style", held)],
      siteScript: paths("script", ["site"])[0],
      scripts,
      preloads: [...preloads],
    };
  };
}
