/** A request as written, with nothing added: for what no well-meaning client would send. */
export type Sent = { status: number; headers: Headers; text: string; json: unknown };

type Request = { method?: string; headers?: Record<string, string>; body?: BodyInit; cookie?: string };

/** Sends JSON unless the headers say otherwise; redirects are answers, not followed. */
export async function send(url: string, request: Request = {}): Promise<Sent> {
  const { method = request.body === undefined ? "GET" : "POST", headers = {}, body, cookie } = request;
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
