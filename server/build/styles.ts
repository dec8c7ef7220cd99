import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { type Asset, type Compression, compress, hashedPath } from "./asset.ts";
import { filesBelow } from "./filesBelow.ts";
import { islandFolders, islandsFolder } from "./islandFolders.ts";
import { isLater, laterStyles } from "./laterStyles.ts";
import { minified } from "./minified.ts";

const pagesFolder = resolve(import.meta.dirname, "../../pages");
const partsFolder = join(islandsFolder, "_parts");

/** `NN-name.framed.css`: what only pages in the workspace's frame wear, which no visitor's page is to carry. */
const isFramed = (file: string): boolean => file.endsWith(".framed.css");
/** `NN-name.visitors.css`: what only pages outside of that frame wear. */
const isForVisitors = (file: string): boolean => file.endsWith(".visitors.css");

const sans = "@fontsource-variable/instrument-sans/files/instrument-sans";
const serif = "@fontsource/instrument-serif/files/instrument-serif";

/** The font files a stylesheet may name as `url("font:…")`; the Latin ones together stay under 60 kB on a page. */
const fonts = {
  latin: `${sans}-latin-wght-normal.woff2`,
  "latin-ext": `${sans}-latin-ext-wght-normal.woff2`,
  display: `${serif}-latin-400-normal.woff2`,
  "display-ext": `${serif}-latin-ext-400-normal.woff2`,
} as const;

/**
 * Makes the stylesheets: those of `pages/` and of the islands' shared parts joined for every page, one for the pages
 * in the workspace's frame, one for those outside of it, and one for each island that brings its own,
 * with the fonts they name and the icon. Joining is all a stylesheet needs: the browsers we serve read nesting,
 * layers and `light-dark()` as written, and a bundler would spell them out for older ones at twice the size.
 */
export async function buildStyles({
  folder,
  compression = "quick",
}: {
  folder?: string;
  compression?: Compression;
} = {}): Promise<Asset[]> {
  const fontAssets = await Promise.all(Object.entries(fonts).map(([of, file]) => fontAsset(of, file)));
  const site = await joined([pagesFolder, partsFolder], (file) => !isFramed(file) && !isForVisitors(file));
  const [frame, visitors] = await Promise.all(
    [isFramed, isForVisitors].map((one) => joined([pagesFolder], one)),
  );
  const own = await Promise.all(
    islandFolders(folder).map(async ({ name, path }) => ({ name, css: await joined([path]) })),
  );
  const sheets = [
    { name: "site", css: site },
    { name: "frame", css: frame ?? "" },
    { name: "visitors", css: visitors ?? "" },
    ...own,
  ].filter(({ css }) => css !== "");
  const later = await laterStyles(folder);
  const icon = await readFile(join(pagesFolder, "icon.svg"));

  const pressed = [
    ...sheets.map(({ name, css }) => {
      const bytes = new TextEncoder().encode(minified(linkedFonts(css, fontAssets)));
      const path = hashedPath(`${name}.css`, bytes);
      return { path, type: "text/css; charset=utf-8", role: "style" as const, of: name, bytes, imports: [] };
    }),
    {
      path: hashedPath("icon.svg", icon),
      type: "image/svg+xml",
      role: "icon" as const,
      of: "site",
      bytes: icon,
      imports: [],
    },
    ...later.map(({ name: of, path, bytes }) => {
      return { path, type: "text/css; charset=utf-8", role: "later" as const, of, bytes, imports: [] };
    }),
  ].map((asset) => compress(asset, compression));
  return [...fontAssets, ...(await Promise.all(pressed))];
}

async function fontAsset(of: string, file: string): Promise<Asset> {
  const bytes = await readFile(createRequire(import.meta.url).resolve(file));
  return compress(
    { path: hashedPath(basename(file), bytes), type: "font/woff2", role: "font", of, bytes, imports: [] },
    "quick",
  );
}

/**
 * All stylesheets below some folders. Each lies beside what it dresses and has a number in its name: that is their
 * order, wherever they lie.
 */
async function joined(folders: string[], isWanted = (_: string) => true): Promise<string> {
  const files = folders.flatMap((folder) => filesBelow(folder, ".css").map((file) => join(folder, file)));
  const ordered = files
    .filter((file) => !isLater(file) && isWanted(file))
    .sort((a, b) => basename(a).localeCompare(basename(b), "en"));
  return (await Promise.all(ordered.map((file) => readFile(file, "utf8")))).join("\n");
}

function linkedFonts(css: string, assets: readonly Asset[]): string {
  return css.replaceAll(/url\("font:([a-z-]+)"\)/g, (_, of: string) => {
    const font = assets.find((asset) => asset.of === of);
    if (font === undefined) throw new Error(`A stylesheet names the font "${of}", which is not served`);
    return `url("${font.path}")`;
  });
}
