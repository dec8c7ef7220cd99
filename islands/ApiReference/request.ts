import { siteAuthorization } from "../_data/siteAuthorization.ts";

type Asked = {
  method: string;
  url: string;
  headers?: Record<string, string>;
  /** JSON as text; undefined for none. */
  body?: string | undefined;
  /** Instead of the visitor's own session. */
  token?: string;
};

export type Answered = { status: number; ms: number; text: string; retryAfter: string | null };

/**
 * Makes a call of the page's own server and answers what came, whatever it is.
 * @throws {TypeError} where nothing came.
 */
export async function request({ method, url, headers = {}, body, token = "" }: Asked): Promise<Answered> {
  const startedAt = performance.now();
  const authorization = token === "" ? siteAuthorization() : `Bearer ${token}`;
  const response = await fetch(url, {
    method,
    headers: {
      ...headers,
      ...(authorization === "" ? {} : { authorization }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    // With a token it is the token's call, and no cookie goes along.
    credentials: token === "" ? "same-origin" : "omit",
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    ms: Math.round(performance.now() - startedAt),
    text,
    retryAfter: response.headers.get("retry-after"),
  };
}
