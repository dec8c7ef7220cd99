import type { EndpointKey } from "../../contract/endpoints.ts";

export type StandInCall = { key: string; url: URL; body: unknown };
export type StandInAnswer = { status?: number; body: unknown; headers?: Record<string, string> };
type Answers = { [K in EndpointKey]?: (call: StandInCall) => StandInAnswer | Promise<StandInAnswer> };

export type FetchStandIn = { calls: StandInCall[]; answers: Answers; restore(): void };

/**
 * Stands in for the server while an island is tested alone: each call is answered by its endpoint's key. A call
 * without an answer gets 404, so that a test notices what it forgot. Browser journeys use the real server.
 */
export function standInFetch(answers: Answers): FetchStandIn {
  const calls: StandInCall[] = [];
  const real = globalThis.fetch;
  const keys = () => Object.keys(answers) as EndpointKey[];

  const answer = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), "http://localhost:8000");
    const method = init.method ?? "GET";
    const key = keys().find((candidate) => pattern(candidate).test(`${method} ${url.pathname}`));
    const body = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
    const call = { key: key ?? `${method} ${url.pathname}`, url, body };
    calls.push(call);
    const found = key === undefined ? undefined : await answers[key]?.(call);
    if (found === undefined)
      return Response.json({ message: `No stand-in for ${call.key}` }, { status: 404 });
    return Response.json(found.body, { status: found.status ?? 200, headers: found.headers ?? {} });
  };
  globalThis.fetch = Object.assign(answer, { preconnect: real.preconnect });
  return {
    calls,
    answers,
    restore() {
      globalThis.fetch = real;
    },
  };
}

/** `PUT /templates/{id}` as a pattern for `PUT /templates/7`. */
function pattern(key: string): RegExp {
  return new RegExp(`^${key.replace(/[/.]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`);
}
