import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { routes as pages } from "../../../pages/routes.ts";
import { compose } from "../../../server/compose/compose.ts";
import { senderHere } from "../../../server/compose/senderHere.ts";
import { createMetrics } from "../../../server/core/metrics.ts";
import { startTestServer } from "./testServer.ts";

/** What is neither a call of the contract nor a page: who may ask, and from where. */
const others: Readonly<Record<string, string>> = {
  "ALL /*": "the middleware that every request passes",
  "GET /setup": "signed in, in the role of an admin",
  "POST /setup/check": "signed in, in the role of an admin; own pages",
  "POST /preview": "signed in; own pages",
  "GET /auth/google/callback": "whoever comes back from Google with the state of a visit begun here",
  "ALL /mcp": "whoever presents a token or a key, with the API in the plan; no cookie counts",
  "GET /auth/microsoft/callback": "whoever comes back from Microsoft with the state of a visit begun here",
  "GET /metrics": "whoever names the token of AMPLIFY_METRICS_TOKEN",
  "GET /static/*": "everyone",
  "GET /email-assets/*": "everyone",
  "GET /images/:name": "everyone who has the address",
  "GET /robots.txt": "everyone",
  "GET /u/:token/reason": "everyone; leads to the page of the link",
  "GET /u/:token/return": "everyone; leads to the page of the link",
  "GET /u/:token/counting": "everyone; leads to the page of the link",
  "GET /sitemap.xml": "everyone",
  "GET /manifest.webmanifest": "everyone",
  "GET /favicon.ico": "everyone",
  "GET /apple-touch-icon.png": "everyone",
  "POST /theme": "everyone; own pages",
  "POST /logout": "everyone; own pages",
  "GET /sandbox": "signed in",
  "GET /sandbox/:id": "signed in; their own mails",
  "GET /sandbox/:id/html": "signed in; their own mails",
  "POST /sandbox/empty": "signed in; own pages; their own mails",
};

const visitors = {
  public: "everyone",
  session: "signed in",
  api: "signed in, with the API in the plan",
  admin: "signed in, in the role of an admin",
};
const readers = { everyone: "everyone", signedOut: "signed out", signedIn: "signed in" };

/**
 * Every route that a server answers and who may ask, as a page of Markdown. The routes are those that the composed
 * app holds, so that none is forgotten. @throws {Error} for a route of which nothing says who may ask.
 */
export async function routeList(): Promise<string> {
  const server = await startTestServer();
  try {
    const { app } = compose({
      core: server.core,
      site: { assets: [], registry: new Map() },
      facts: { publicUrl: server.url, unlayerProjectId: null } as never,
      isOwnOrigin: () => true,
      metrics: createMetrics({ isRead: false }),
      sender: senderHere({
        core: server.core,
        clock: { onStep() {} },
        events: { publish() {}, accountChanged() {}, tried() {} },
      }).port,
    });
    const routed = new Set(app.routes.filter(({ method }) => method !== "ALL").map(({ path }) => path));
    // What stands before a route of the same path is its middleware.
    const names = new Set(
      app.routes
        .filter(({ method, path }) => method !== "ALL" || !routed.has(path))
        .map(({ method, path }) => `${method} ${path}`),
    );
    // A page's path with a slash behind it only leads to the page.
    const own = [...names].filter((name) => !(name.endsWith("/") && names.has(name.slice(0, -1))));
    const rows = own.map((name) => `| \`${name}\` | ${whoMayAsk(name)} |`);
    return `${head}${[...rows, "| `GET /ws/:uid` | signed in, their own messages; own pages, or a token |"].sort().join("\n")}\n`;
  } finally {
    await server.close();
  }
}

const head = `# Routes

Every route of a running server and who may ask. \`bun tests/support/server/routeList.ts > docs/ROUTES.md\` writes this
page; a test goes red when it no longer fits. "Own pages" means that a browser's request must come from an
address of this installation (\`server/http/middleware/originGuard.ts\`); programs without a browser name none.

| route | who may ask |
| --- | --- |
`;

function whoMayAsk(name: string): string {
  const known: Readonly<Record<string, Endpoint>> = endpoints;
  const endpoint = known[name.replaceAll(/:(\w+)/g, "{$1}")];
  if (endpoint !== undefined) return [visitors[endpoint.access], ...originOf(name, endpoint)].join("; ");
  const page = name.startsWith("GET ") ? pages[name.slice(4)] : undefined;
  const who = page === undefined ? others[name] : readers[page.access];
  if (who === undefined) throw new Error(`Nothing says who may ask for ${name}`);
  return who;
}

function originOf(name: string, { origin }: Endpoint): string[] {
  if (name.startsWith("GET ")) return [];
  return [origin === "any" ? "from anywhere" : "own pages"];
}

if (import.meta.main) {
  process.stdout.write(await routeList());
  process.exit(0);
}
