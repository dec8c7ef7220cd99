import { join } from "node:path";
import { Hono, type MiddlewareHandler } from "hono";
import type { ComponentType } from "react";
import { NotFound } from "../../../pages/public/NotFound.tsx";
import type { SiteFacts } from "../../../pages/shell/siteFacts.ts";
import type { PageProps, Viewer } from "../../../pages/shell/view.ts";
import { buildAssets } from "../../../server/build/buildAssets.ts";
import { loadRegistry } from "../../../server/build/loadRegistry.ts";
import { compressedPages } from "../../../server/http/middleware/compressedPages.ts";
import { createPages } from "../../../server/http/pages/pages.ts";
import { createRenderer } from "../../../server/http/pages/renderPage.tsx";
import { readSettings } from "../../../server/settings/settings.ts";
import { loadSiteFacts } from "../../../server/siteFacts.ts";
import { ownPort } from "../server/ownPort.ts";
import { testAssets } from "../server/testAssets.ts";
import { contentSecurityPolicy } from "./contentSecurityPolicy.ts";

/** A few islands for tests of the machinery alone. */
export const fixtureIslands: string = join(import.meta.dir, "../islands");

/** What an installation that sets nothing says of itself. */
export const facts: SiteFacts = {
  ...(await loadSiteFacts(readSettings({}))),
  publicUrl: "https://amplify.example",
};

export type ServedPages = { url: string; app: Hono; close(): Promise<void> };

/**
 * The page shell on a port of its own, under the strict CSP; nothing else of a server is there. `folder` are the
 * islands (default: the product's), `extra` further pages. The cookie `session=alice` is signed in.
 */
export async function servePages({
  folder,
  extra = {},
}: {
  folder?: string;
  extra?: Record<string, ComponentType<PageProps>>;
} = {}): Promise<ServedPages> {
  const where = folder === undefined ? {} : { folder };
  const assets = folder === undefined ? await testAssets() : await buildAssets({ dev: false, folder });
  const registry = await loadRegistry(where);
  const alice: Viewer = { uid: "alice", status: "AMFR", role: "user" };

  const app = new Hono();
  app.use(compressedPages as MiddlewareHandler);
  app.use(async (context, next) => {
    await next();
    context.header("content-security-policy", contentSecurityPolicy);
  });
  const render = createRenderer({ assets, registry, facts });
  for (const [path, component] of Object.entries({ "/missing": NotFound, ...extra })) {
    const page = { component, about: () => ({ title: "Test page", description: "A page of the tests." }) };
    const view = { path, viewer: undefined, theme: undefined };
    app.get(path, (context) => context.html(render(page, view)));
  }
  const viewerOf = (context: { req: { header(name: string): string | undefined } }) =>
    context.req.header("cookie")?.includes("session=alice") ? alice : undefined;
  app.route("/", createPages({ assets, registry, facts, viewerOf, styleguide: true }));

  const server = Bun.serve({ port: ownPort(), hostname: "127.0.0.1", fetch: app.fetch });
  return { url: `http://127.0.0.1:${server.port}`, app, close: () => server.stop(true) };
}
