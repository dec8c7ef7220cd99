import type { OpenAPIHono } from "@hono/zod-openapi";
import { type Context, type Handler, Hono, type MiddlewareHandler } from "hono";
import { except } from "hono/combine";
import { bodyLimits } from "../../contract/limits/http.ts";
import { refused } from "../../contract/refused.ts";
import { commit } from "../build/commit.ts";
import type { Caller } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { version } from "../core/version.ts";
import { isHttps } from "../settings/settings.ts";
import type { Env } from "./environment.ts";
import { createAudit } from "./middleware/audit.ts";
import { boundedBody, boundedForm } from "./middleware/body.ts";
import { clientAddress } from "./middleware/clientAddress.ts";
import { compressedPages } from "./middleware/compressedPages.ts";
import { createEndpointChecks, type EndpointChecks } from "./middleware/endpointChecks.ts";
import { errorResponse } from "./middleware/errors.ts";
import { framedPictures } from "./middleware/framedPictures.ts";
import { headersOfEach, securityHeaders } from "./middleware/headers.ts";
import { keyCalls, type NoteRequest } from "./middleware/keyCalls.ts";
import { lengthOfHead } from "./middleware/lengthOfHead.ts";
import { originGuard } from "./middleware/originGuard.ts";
import { publicPages } from "./middleware/publicPages.ts";
import { type PublishChange, publishChanges } from "./middleware/publishChanges.ts";
import { refusedMethods } from "./middleware/refusedMethods.ts";
import { requestIdHeader, requestLog } from "./middleware/requestLog.ts";
import { isWellFormed, wellFormedPath } from "./middleware/wellFormedPath.ts";
import { openApiDocument } from "./openApi/openApiDocument.ts";
import type { PagesOptions } from "./pages/pagesOptions.ts";
import { createPublicPages } from "./pages/publicPages.ts";
import { noSuchCall } from "./pathsOfCalls.ts";
import { registerRoutes } from "./register.ts";
import { type Route, route } from "./route.ts";
import { presentedKey } from "./sessionCookie.ts";

/** Who a request comes from; the domain of identities answers it. */
type Sessions = { callerOf(request: Request): Promise<Caller | null> };

/** The same for a request with a key. @throws {Refusal} where that is not a key, or not one of this installation. */
type Keys = { callerOf(presented: { key: string; address: string }): Promise<Caller> };

type AppOptions = {
  core: Core;
  sessions: Sessions;
  keys: Keys;
  /** Writes down what was answered to a key. */
  noteRequest: NoteRequest;
  /** Does what is asked under one `Idempotency-Key` once. */
  once: EndpointChecks;
  /** A handler for every endpoint of the contract except healthz and openapi.json, which the app answers itself. */
  routes: readonly Route[];
  isOwnOrigin: (origin: string) => boolean;
  /** Publishes what a call has changed in a workspace to everybody who watches it. */
  onChange: PublishChange;
  /** What public pages are made of. */
  site: Pick<PagesOptions, "assets" | "registry" | "facts">;
  /** What programs ask that is not a call of the contract. */
  programs: readonly Hono<Env>[];
  /** The pages, and whatever else is not a call of the contract. */
  pages: readonly Hono[];
  /** Answers 404 to somebody who opened the address of a file that is not there. */
  notFoundPage(context: Context): Promise<Response>;
  /** Where other services send a browser back to. */
  callbacks: readonly { path: string; handler: Handler<Env> }[];
};

/** The whole HTTP side as one app. A request passes the middleware from top to bottom, then finds its route. */
export function createApp(options: AppOptions): Hono<Env> {
  const { core, sessions, keys, isOwnOrigin, site, pages, notFoundPage, callbacks } = options;
  const app = new Hono<Env>();
  app.onError((error) => errorResponse(error));
  const always = headersOfEach({ isHttps: isHttps(core.settings), hsts: core.settings.hsts });
  const kept = createPublicPages({ ...site, always, idHeader: requestIdHeader });
  app.use(publicPages({ core, sessions, pages: kept }));
  app.use(requestLog(core));
  app.use(securityHeaders(always));
  app.use(refusedMethods);
  app.use(lengthOfHead);
  app.use(compressedPages);
  app.use(clientAddress(core.settings.trustProxy));
  app.use(originGuard(isOwnOrigin, core.securityLog));
  app.use(callerOf({ sessions, keys }));
  app.use(wellFormedPath);
  app.use(keyCalls({ core, note: options.noteRequest }));
  app.use("/templates/:id/preview", framedPictures(core));
  app.route("/", apiOf(options));
  for (const mounted of options.programs) app.route("/", mounted);
  app.use(noKeysBeyond);
  // Escaped, two megabytes take ten times as long to read; our own pages send them as they are.
  app.post("/preview", boundedForm(bodyLimits.templateBytes));
  app.use(except("/preview", boundedBody(bodyLimits.jsonBytes)));
  for (const { path, handler } of callbacks) app.get(path, handler);
  for (const mounted of pages) app.route("/", mounted);
  app.notFound((c) => {
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    const isCall = !isRead || apiPrefix.test(c.req.path);
    const isPersons = c.req.header("accept")?.includes("text/html") === true;
    // Whoever mistypes an address is led on like anybody; programs that try spellings are not.
    if (!isWellFormed(c.req.raw) && (isCall || !isPersons)) return errorResponse(refused("not_found"));
    if (isCall) return errorResponse(noSuchCall(c.req));
    // A picture or script that is gone must not answer with a page: its loader would take that for the file.
    if (file.test(c.req.path)) return isPersons ? notFoundPage(c) : errorResponse(refused("not_found"));
    return c.redirect(c.var.caller ? "/app" : "/");
  });
  return app;
}

/**
 * Leaves on the request who is calling, or null. Files are the same for everybody, so nobody is looked up. A request
 * that names a key is that key's or nobody's, whatever cookie comes with it.
 */
function callerOf({ sessions, keys }: { sessions: Sessions; keys: Keys }): MiddlewareHandler<Env> {
  const ofRequest = async (request: Request, address: string): Promise<Caller | null> => {
    const key = presentedKey(request);
    return key === null ? sessions.callerOf(request) : keys.callerOf({ key, address });
  };
  return async (c, next) => {
    const isFile = c.req.path.startsWith("/static/");
    c.set("caller", isFile ? null : await ofRequest(c.req.raw, c.var.address));
    await next();
  };
}

/** What is no call of the contract, the pages above all, is for people; where there are only calls, it is not there. */
const noKeysBeyond: MiddlewareHandler<Env> = async (c, next) => {
  if (c.var.caller?.key !== undefined)
    throw callsAlone.test(c.req.path) ? noSuchCall(c.req) : refused("key_not_person");
  await next();
};

/** Below these, what does not exist is answered in JSON; any other path is a person's (specification, section 2). */
const apiPrefix = /^\/(amplify|auth|email|files|templates|ws|static)(\/|$)/;

/** Below these there are no pages and no ways back from other services. */
const callsAlone = /^\/(amplify|email|files|templates)(\/|$)/;

/** What is asked for by browsers, crawlers and programs rather than by people. */
const file =
  /^\/\.well-known\/|\.(avif|css|gif|ico|jpe?g|js|json|map|mjs|pdf|php|png|svg|txt|webmanifest|webp|woff2?|xml|ya?ml)$/i;

function apiOf({
  core,
  routes,
  onChange,
  once,
}: Pick<AppOptions, "core" | "routes" | "onChange" | "once">): OpenAPIHono<Env> {
  let document: Uint8Array<ArrayBuffer> | undefined;
  const health = { ok: true as const, version, commit: commit() };
  // What programs ask a service first: is it ready, and what can it do.
  const described = [
    route("GET /healthz", () => health),
    route("GET /openapi.json", () => {
      // Anybody may ask for it, and putting it into words takes fifty times as long as any other public answer.
      document ??= new TextEncoder().encode(JSON.stringify(openApiDocument(core.settings)));
      return new Response(document, { headers: { "content-type": "application/json" } });
    }),
  ];
  const api: OpenAPIHono<Env> = registerRoutes({
    routes: [...routes, ...described],
    checks: createEndpointChecks(core),
    audit: createAudit(core),
    once,
    afterChange: publishChanges(onChange),
  });
  return api;
}
