import type { MiddlewareHandler } from "hono";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints, methodAndPath } from "../../../contract/endpoints.ts";
import { refused } from "../../../contract/refused.ts";
import type { SecurityLog } from "../../log/securityLog.ts";
import type { Env } from "../environment.ts";
import { pathPattern } from "../pathsOfCalls.ts";

/**
 * Keeps other sites from acting with a visitor's cookie. Whatever is not plain reading, every call of the API
 * and the socket must come from one of our own origins, or from a program, which sends neither header.
 * Where a browser says where a request comes from, it cannot be made to lie by the page.
 */
export function originGuard(
  isOwnOrigin: (origin: string) => boolean,
  securityLog: SecurityLog,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const kind = kindOf(c.req.method, c.req.path);
    if (kind !== "open" && isForeign({ request: c.req.raw, isOwnOrigin, isRead: kind === "read" })) {
      securityLog({ event: "foreign_origin", outcome: "refused", from: c.var.address });
      throw refused("foreign_origin");
    }
    await next();
  };
}

/** Whether a request was started by a page that is not ours. `isRead`: nothing changes by it. */
export function isForeign(options: {
  request: Request;
  isOwnOrigin: (origin: string) => boolean;
  isRead: boolean;
}): boolean {
  const { headers } = options.request;
  const origin = headers.get("origin");
  // "null" is what sandboxed frames and redirects send: nobody's origin, so not ours.
  if (origin !== null && !options.isOwnOrigin(origin)) return true;
  const site = headers.get("sec-fetch-site");
  if (site === null || site === "same-origin" || site === "none") return false;
  // Following a link is no attack: the answer is shown to the person, not to the page that held the link.
  const isNavigation =
    headers.get("sec-fetch-mode") === "navigate" && headers.get("sec-fetch-dest") === "document";
  if (options.isRead && isNavigation) return false;
  return site === "cross-site" || origin === null;
}

type Kind = "open" | "read" | "write";
const readMethods = new Set(["GET", "HEAD", "OPTIONS"]);
const apiPaths = Object.entries(endpoints as Record<string, Endpoint>).map(([key, endpoint]) => {
  const { method, path } = methodAndPath(key);
  return { method, pattern: pathPattern(path), isOpen: endpoint.origin === "any" };
});

/** Pages may be reached from anywhere; calls may not, except those meant for mail programs and providers. */
function kindOf(method: string, path: string): Kind {
  const isRead = readMethods.has(method);
  const asked = method === "HEAD" ? "GET" : method;
  const matching = apiPaths.find((entry) => entry.method === asked && entry.pattern.test(path));
  if (matching?.isOpen) return "open";
  if (!isRead) return "write";
  return matching !== undefined || path.startsWith("/ws/") ? "read" : "open";
}
