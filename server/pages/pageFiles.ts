import type { PageFiles } from "../../pages/shell/Document.tsx";
import type { Asset } from "../build/asset.ts";

/**
 * Which files a page links: the site's own stylesheet and font always, and a bundle, a stylesheet and what they
 * import for each island it holds. Without islands there is no script at all.
 */
export function pageFiles(assets: readonly Asset[]): (held: readonly string[]) => PageFiles {
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

  return (held) => {
    const scripts = paths("entry", held);
    const preloads = new Set<string>();
    for (const script of scripts) imported(script, preloads);
    return {
      icon: paths("icon", ["site"])[0],
      // Only the Latin part is wanted for certain; the extended one loads when a page's text asks for it.
      fonts: paths("font", ["latin"]),
      styles: [...paths("style", ["site"]), ...paths("style", held)],
      scripts,
      preloads: [...preloads],
    };
  };
}
