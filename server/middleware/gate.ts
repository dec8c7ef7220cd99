import type { MiddlewareHandler } from "hono";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Env } from "../environment.ts";

/** The checks that stand before an endpoint's handler, made from its definition. */
export type Gate = (endpoint: Endpoint) => MiddlewareHandler<Env>[];
