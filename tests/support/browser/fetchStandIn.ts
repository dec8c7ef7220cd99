import type { EndpointKey } from "../../../contract/endpoints.ts";

export type StandInCall = { key: string; url: URL; body: unknown; headers: Headers };
export type StandInAnswer = { status?: number; body: unknown; headers?: Record<string, string> };
type Answered = StandInAnswer | Response;
type Answers = { [K in EndpointKey]?: (call: StandInCall) => Answered | Promise<Answered> };

export type FetchStandIn = { calls: StandInCall[]; answers: Answers; restore(): void };

/**
 * Stands in for the server while an island is tested alone: each call is answered by its endpoint's key. A call
 * without an answer gets 404, so that a test notices what it forgot; an answer that throws is a line that is down.
 * Browser journeys use the real server.
 */
export function standInFetch(answers: Answers): FetchStandIn {
  const calls: StandInCall[] = [];
  const real = globalThis.fetch;
  const keys = () => Object.keys(answers) as EndpointKey[];

  const answer = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), "http://localhost:8000");
    const method = init.method ?? "GET";
    const called = `${method} ${url.pathname}`;
    // As the server has it, a path comes before one with a place in it.
    const key =
      keys().find((candidate) => candidate === called) ??
      keys().find((candidate) => pattern(candidate).test(called));
    const body = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
    const headers = new Headers(init.headers);
    const call = { key: key ?? called, url, body, headers };
    calls.push(call);
    const found = key === undefined ? undefined : await answers[key]?.(call);
    if (found === undefined)
      return Response.json({ message: `No stand-in for ${call.key}` }, { status: 404 });
    if (found instanceof Response) return found;
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
