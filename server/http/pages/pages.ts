import { type Context, Hono } from "hono";
import { NotFound } from "../../../pages/public/NotFound.tsx";
import { routes, styleguide } from "../../../pages/routes.ts";
import type { View, Viewer } from "../../../pages/shell/view.ts";
import { unlayerPolicy } from "../middleware/headers.ts";
import type { PagesOptions } from "./pagesOptions.ts";
import { createRenderer, type RenderedPage } from "./renderPage.tsx";
import { createRootFiles } from "./rootFiles.ts";
import { createStaticFiles } from "./staticFiles.ts";
import { createThemeRoute, themeOf } from "./theme.ts";

/** The pages of `pages/routes.ts`, the files they load and the theme switch, as one app to mount at the root. */
export function createPages(options: PagesOptions): Hono {
  const app = new Hono();
  const render = createRenderer(options);
  app.route("/", createStaticFiles(options.assets));
  app.route("/", createRootFiles(options));
  app.route("/", createThemeRoute());

  for (const [path, page] of Object.entries(routes)) {
    app.get(path, async (context) => {
      const viewer = await options.viewerOf(context);
      if (page.access === "signedIn" && viewer === undefined)
        // The browser takes what stands behind a # along by itself (RFC 9110 section 10.2.2).
        return context.redirect(page.waitsForSignIn ? `/login?to=${path.slice(1)}` : "/");
      if (page.access === "signedOut" && viewer !== undefined) return context.redirect("/app");
      // Only the page that holds the editor, and only where it is switched on.
      if (path === "/app" && options.facts.unlayerProjectId !== null)
        context.header("content-security-policy", unlayerPolicy);
      return html(context, render(page, viewOf(context, viewer)), 200);
    });
    // Typed by hand, or linked from elsewhere: the same page, which has one address.
    if (path !== "/")
      app.get(`${path}/`, (context) => context.redirect(path + new URL(context.req.url).search));
  }
  if (options.styleguide)
    app.get("/styleguide", async (context) =>
      html(context, render(styleguide, viewOf(context, await options.viewerOf(context))), 200),
    );
  return app;
}

/** Answers 404 with a page, for addresses that a person may follow from a mail. */
export function createNotFound(options: PagesOptions): (context: Context) => Promise<Response> {
  const render = createRenderer(options);
  const page: RenderedPage = { component: NotFound, about: ({ notFound }) => notFound };
  return async (context) => {
    const viewer = await options.viewerOf(context);
    return html(context, render(page, { ...viewOf(context, viewer), path: "/" }), 404);
  };
}

function viewOf(context: Context, viewer: Viewer | undefined): View {
  return { path: context.req.path, viewer, theme: themeOf(context) };
}

/** The same address looks different with another cookie, so a browser may keep it but must ask again. */
function html(context: Context, document: string, status: 200 | 404): Response {
  return context.html(document, status, { "cache-control": "private, no-cache", vary: "cookie" });
}
