import type { Answer, Received } from "../../contract/endpoint.ts";
import type { EndpointKey, Endpoints } from "../../contract/endpoints.ts";
import type { PlannedScope } from "../../contract/identity/scope.ts";
import type { SignedIn } from "../core/caller.ts";

/** Who is signed in, for calls about a person. All others know only the workspace. */
type Person<K extends EndpointKey> = Endpoints[K] extends { person: true } ? { person: SignedIn } : unknown;

/** What every handler gets: checked parts, whose data is meant, and the raw request for what has no schema. */
export type Incoming<K extends EndpointKey> = Received<Endpoints[K]> &
  Person<K> & {
    scope: Endpoints[K]["access"] extends "public" ? PlannedScope | null : PlannedScope;
    request: Request;
    /** The client's address as far as the installation's proxies let it be known. */
    address: string;
    /** For answers that set a header, a cookie above all. */
    headers: Headers;
  };

/** A handler answers the endpoint's JSON, or a whole Response where it streams or is not JSON. */
export type Handler<K extends EndpointKey> = (
  incoming: Incoming<K>,
) => Promise<Answer<Endpoints[K]> | Response> | Answer<Endpoints[K]> | Response;

export type Route = { key: EndpointKey; handler: Handler<never> };

/** Ties a handler to the endpoint it answers. */
export function route<K extends EndpointKey>(key: K, handler: Handler<K>): Route {
  return { key, handler: handler as unknown as Handler<never> };
}
