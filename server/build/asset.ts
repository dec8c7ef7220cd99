import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** The encodings a browser may ask for, the better first. */
export const encodings = ["br", "gzip"] as const;
export type Encoding = (typeof encodings)[number];

/** One file under `/static/`: its name carries the hash of its content, so it never changes. */
export type Asset = {
  /** The whole path: `/static/name-hash.ext`, or below `/email-assets/` for what stands in mails. */
  path: string;
  /** The Content-Type it is served with. */
  type: string;
  /**
   * `entry` starts an island, `chunk` is what entries import, `style` is a stylesheet; an island's entry and
   * style have its name as `of`, what every page uses has `site`, a font or a picture has a name of its own. `mail`
   * is what mails show, `later` a stylesheet that comes with what it dresses.
   */
  role: "entry" | "chunk" | "script" | "style" | "later" | "font" | "icon" | "picture" | "mail";
  of: string;
  bytes: Uint8Array<ArrayBuffer>;
  encoded: { readonly [encoding in Encoding]?: Uint8Array<ArrayBuffer> };
  /** Paths that this file loads at once; a page preloads them to save a round trip. */
  imports: readonly string[];
};

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** How hard to compress: `quick` for a start from source, `best` for what is built once and served for months. */
export type Compression = "quick" | "best";

/** Compresses an asset ahead of time; what does not shrink (fonts and pictures are compressed already) stays as it is. */
export async function compress(asset: Omit<Asset, "encoded">, compression: Compression): Promise<Asset> {
  if (["font", "picture", "mail"].includes(asset.role)) return { ...asset, encoded: {} };
  const quality = compression === "best" ? 11 : 5;
  const [br, gz] = await Promise.all([
    brotli(asset.bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: asset.bytes.length,
      },
    }),
    gzipped(asset.bytes, { level: compression === "best" ? 9 : 6 }),
  ]);
  return { ...asset, encoded: { br, gzip: gz } };
}

/** Names a file after its content: `hashedPath("site.css", bytes)` is `/static/site-1a2b3c4d5e.css`. */
export function hashedPath(name: string, bytes: Uint8Array): string {
  const dot = name.lastIndexOf(".");
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 12).replaceAll("-", "0");
  return `/static/${name.slice(0, dot)}-${hash}${name.slice(dot)}`;
}
