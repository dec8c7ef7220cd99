import { Hono } from "hono";
import { loadAssets } from "../../../server/build/loadAssets.ts";
import { loadRegistry } from "../../../server/build/loadRegistry.ts";
import { createPages } from "../../../server/http/pages/pages.ts";
import { createRenderer } from "../../../server/http/pages/renderPage.tsx";
import { contentSecurityPolicy } from "../browser/contentSecurityPolicy.ts";
import { TwoIslands } from "../browser/TwoIslands.tsx";
import { emptyDocument } from "../openApi/emptyDocument.ts";

/** A program to compile in a test: pages, assets and islands, and nothing else of the product. Prints its port. */
const assets = await loadAssets({ dev: false });
const registry = await loadRegistry();
const facts = {
  supportAddress: "support@amplify.example",
  publicUrl: "https://amplify.example",
  statistics: [],
  testimonials: [],
  mailsPasswordLinks: false,
  takesNewcomers: true,
  googleClientId: null,
  connectsMicrosoft: false,
  hasPlans: true,
  unlayerProjectId: null,
  apiDocument: emptyDocument,
};
const render = createRenderer({ assets, registry, facts });

const app = new Hono();
app.use(async (context, next) => {
  await next();
  context.header("content-security-policy", contentSecurityPolicy);
});
app.get("/two", (context) => {
  const page = {
    component: TwoIslands,
    about: () => ({ title: "Test page", description: "A page of the tests." }),
  };
  return context.html(render(page, { path: "/two", viewer: undefined, theme: undefined }));
});
app.route("/", createPages({ assets, registry, facts, styleguide: false, viewerOf: () => undefined }));
console.log(Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch }).port);
