import { Hono } from "hono";
import { answerTexts } from "../../../contract/texts/answers.ts";
import type { Asset } from "../../build/asset.ts";
import { inTexts } from "../../core/inWords.ts";
import { forOtherSites } from "../middleware/headers.ts";
import { acceptedEncoding } from "./acceptedEncoding.ts";
import { contentTag, matches } from "./contentTag.ts";

/**
 * Serves `/static/*` and `/email-assets/*` from memory: only names that the build made exist, so no path, however it is spelled or
 * encoded, can reach a file. Names carry the content's hash, so browsers may keep them for ever.
 */
export function createStaticFiles(assets: readonly Asset[]): Hono {
  const byPath = new Map(assets.map((asset) => [asset.path, asset]));
  const tags = new Map<Asset, string>();

  function tagOf(asset: Asset): string {
    const tag = tags.get(asset) ?? contentTag(asset.bytes);
    tags.set(asset, tag);
    return tag;
  }

  // The raw path of the URL is the key: nothing is decoded, so a malformed escape cannot throw either.
  return new Hono().on("GET", ["/static/*", "/email-assets/*"], (context) => {
    const asset = byPath.get(new URL(context.req.url).pathname);
    if (asset === undefined)
      return context.json({ message: inTexts(answerTexts).http.notFound, code: "not_found" }, 404);

    const wanted = acceptedEncoding(context.req.header("accept-encoding"));
    const encoded = wanted === undefined ? undefined : asset.encoded[wanted];
    const etag = `"${tagOf(asset)}${encoded === undefined ? "" : `-${wanted}`}"`;
    const headers: Record<string, string> = {
      "cache-control": asset.role === "mail" ? dayLong : forEver,
      etag,
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
      ...(asset.role === "mail" ? forOtherSites : {}),
    };
    if (matches(context.req.header("if-none-match"), etag)) return context.body(null, 304, headers);

    headers["content-type"] = asset.type;
    if (encoded !== undefined && wanted !== undefined) headers["content-encoding"] = wanted;
    return context.body(encoded ?? asset.bytes, 200, headers);
  });
}

const forEver = "public, max-age=31536000, immutable";
/** Mails name these by a fixed address, so a better drawing must be able to reach those who have the mail. */
const dayLong = "public, max-age=86400";
