import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { siteLimits } from "../../../contract/limits/site.ts";
import type { Env } from "../environment.ts";
import { acceptedEncoding } from "../pages/acceptedEncoding.ts";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
// Somebody waits while a page is compressed: quality 5 takes a millisecond, the best 50 for another 13 %.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Compresses HTML on its way out. Only HTML: files under /static/ are compressed at build time, and an answer of the
 * API may hold a secret beside text that somebody else chose, so that its compressed length would give the secret
 * away (BREACH).
 */
export const compressedPages: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.get("content-type")?.startsWith("text/html") || headers.has("content-encoding")) return;
  headers.append("vary", "accept-encoding");
  const encoding = acceptedEncoding(c.req.header("accept-encoding"));
  if (encoding === undefined || c.res.body === null) return;

  const plain = await c.res.arrayBuffer();
  const worthIt = plain.byteLength >= siteLimits.compressFromBytes;
  const body = !worthIt
    ? plain
    : encoding === "br"
      ? await brotli(plain, brotliOptions)
      : await gzipped(plain);
  const { status } = c.res;
  const answer = new Headers(headers);
  answer.delete("content-length");
  if (worthIt) answer.set("content-encoding", encoding);
  // Hono merges the headers of an answer into one that replaces it, and would then have each of them twice.
  c.res = undefined;
  c.res = new Response(body, { status, headers: answer });
};
