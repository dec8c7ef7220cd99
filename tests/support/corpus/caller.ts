export type Json = Record<string, unknown>;

export type Caller = ReturnType<typeof caller>;

/** Calls of the server at `base`, in the ways that every version understands. Null is answered where it has no such call. */
export function caller(base: string) {
  const request = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(`${base}${path}`, {
      ...init,
      headers: { ...(call.token ? { authorization: call.token } : {}), ...init.headers },
    });
    if (response.ok || response.status === 404) return response;
    throw new Error(`${init.method} ${path} answered ${response.status}: ${await response.text()}`);
  };
  const json = async (key: string, body?: unknown): Promise<Json | null> => {
    const [method = "", path = ""] = key.split(" ");
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { "content-type": "application/json" };
    const response = await request(path, { method, ...sent, ...(body === undefined ? {} : { headers }) });
    return response.status === 404 ? null : ((await response.json()) as Json);
  };
  const call = Object.assign(
    async (key: string, body?: unknown): Promise<Json> => {
      const answer = await json(key, body);
      if (answer === null) throw new Error(`${key} is not there`);
      return answer;
    },
    {
      token: "",
      whereKnown: json,
      bytes: async (key: string, body: string): Promise<Json | null> => {
        const [method = "", path = ""] = key.split(" ");
        const headers = { "content-type": "application/octet-stream" };
        const response = await request(path, { method, body, headers });
        return response.status === 404 ? null : ((await response.json()) as Json);
      },
      text: async (path: string) => (await request(path, { method: "GET" })).text(),
      form: async (path: string, body: string) => {
        const headers = { "content-type": "application/x-www-form-urlencoded" };
        await (await request(path, { method: "POST", body, headers })).text();
      },
    },
  );
  return call;
}
