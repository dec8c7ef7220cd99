import { join } from "node:path";
import { Hono } from "hono";
import type { ComponentType } from "react";
import { NotFound } from "../../pages/public/NotFound.tsx";
import type { PageProps, Viewer } from "../../pages/shell/view.ts";
import { buildIslands } from "../../server/build/islands.ts";
import { loadRegistry } from "../../server/build/loadRegistry.ts";
import { buildStyles } from "../../server/build/styles.ts";
import { createPages } from "../../server/pages/pages.ts";
import { createRenderer } from "../../server/pages/renderPage.tsx";
import { contentSecurityPolicy } from "./contentSecurityPolicy.ts";

/** A few islands for tests of the machinery alone. */
export const fixtureIslands: string = join(import.meta.dir, "islands");

export type ServedPages = { base: string; app: Hono; stop(): Promise<void> };

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
  const assets = [...(await buildIslands({ dev: false, ...where })), ...(await buildStyles(where))];
  const registry = await loadRegistry(where);
  const alice: Viewer = { uid: "alice", status: "AMFR", role: "user" };
  const supportAddress = "support@amplify.example";

  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header("content-security-policy", contentSecurityPolicy);
  });
  const render = createRenderer({ assets, registry });
  for (const [path, component] of Object.entries({ "/missing": NotFound, ...extra })) {
    const page = { component, title: "Test page", description: "A page of the tests." };
    const view = { path, viewer: undefined, theme: undefined, supportAddress };
    app.get(path, (context) => context.html(render(page, view)));
  }
  const viewerOf = (context: { req: { header(name: string): string | undefined } }) =>
    context.req.header("cookie")?.includes("session=alice") ? alice : undefined;
  app.route("/", createPages({ assets, registry, supportAddress, viewerOf }));

  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch });
  return { base: `http://127.0.0.1:${server.port}`, app, stop: () => server.stop(true) };
}
