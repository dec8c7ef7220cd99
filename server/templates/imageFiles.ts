import { Hono } from "hono";
import { designLimits } from "../../contract/limits/design.ts";
import { forOtherSites } from "../http/middleware/headers.ts";
import type { ImageService } from "./images.ts";

/** `GET /images/{name}`: pictures in mails, for anybody who has their address; one that is gone is not found. */
export function createImageFiles(images: Pick<ImageService, "file">): Hono {
  return new Hono().get("/images/:name", async (context) => {
    const found = await images.file(context.req.param("name"));
    if (found === null) return context.notFound();
    return new Response(found.bytes, { headers: { ...headers, "content-type": found.type } });
  });
}

const headers = {
  // A picture never changes under its address.
  "cache-control": `public, max-age=${designLimits.images.keptSeconds}, immutable`,
  "content-security-policy": "default-src 'none'; sandbox",
  ...forOtherSites,
};
