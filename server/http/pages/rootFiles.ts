import { Hono } from "hono";
import { themeColors } from "../../../islands/_runtime/themeColors.ts";
import { routes } from "../../../pages/routes.ts";
import { forOtherSites } from "../middleware/headers.ts";
import type { PagesOptions } from "./pagesOptions.ts";

/** A day: these names carry no hash of what they hold, and robots come by often. */
const cached = { "cache-control": "public, max-age=86400" };

/** The files that browsers and robots ask for by name, whatever a page links. */
export function createRootFiles({ assets, facts }: Pick<PagesOptions, "assets" | "facts">): Hono {
  const app = new Hono();
  const picture = (of: string) => assets.find((asset) => asset.role === "picture" && asset.of === of);
  const { publicUrl } = facts;

  app.get("/robots.txt", (context) => context.text(robots(publicUrl), 200, cached));
  app.get("/sitemap.xml", (context) =>
    context.body(sitemap(publicUrl), 200, { ...cached, "content-type": "application/xml; charset=utf-8" }),
  );
  app.get("/manifest.webmanifest", (context) => {
    const icons = [192, 512].flatMap((size) => {
      const icon = picture(`app-icon-${size}`);
      const sizes = `${size}x${size}`;
      return icon === undefined ? [] : [{ src: icon.path, type: icon.type, sizes, purpose: "any maskable" }];
    });
    const type = { "content-type": "application/manifest+json; charset=utf-8" };
    return context.body(JSON.stringify({ ...manifest, icons }), 200, { ...cached, ...type });
  });

  // Old browsers and phones ask for these without reading the page; a PNG serves under either name.
  for (const [path, of] of [
    ["/favicon.ico", "app-icon-48"],
    ["/apple-touch-icon.png", "app-icon-180"],
  ] as const) {
    const icon = picture(of);
    if (icon === undefined) continue;
    app.get(path, (context) =>
      context.body(icon.bytes, 200, { ...cached, ...forOtherSites, "content-type": icon.type }),
    );
  }
  return app;
}

const manifest = {
  name: "Amplify",
  short_name: "Amplify",
  description: "Email campaigns, honestly counted.",
  start_url: "/app",
  scope: "/",
  display: "standalone",
  background_color: themeColors.light,
  theme_color: themeColors.light,
};

/** Robots get what visitors get; the addresses behind a sign-in or in a mail are nobody's search result. */
function robots(publicUrl: string): string {
  return `User-agent: *
Disallow: /app
Disallow: /account
Disallow: /reset
Disallow: /sandbox
Disallow: /amplify/
Disallow: /auth/
Disallow: /c/

Sitemap: ${publicUrl}/sitemap.xml
`;
}

function sitemap(publicUrl: string): string {
  const addresses = Object.entries(routes)
    .filter(([, { access, unlisted }]) => access !== "signedIn" && !unlisted)
    .map(([path]) => `  <url><loc>${publicUrl}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.join("\n")}
</urlset>
`;
}
