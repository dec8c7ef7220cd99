import type { Answer, Call } from "./endpoint.ts";
import type { EndpointKey, Endpoints } from "./endpoints.ts";
import { type ErrorCode, errorCodes, Refusal } from "./errors.ts";
import { causeIn, isRecord } from "./reasons/shapes.ts";
import { awayStatuses, pageAnswered, proxySentence } from "./sending/connectionFaults.ts";
import { type ConnectionTexts, connectionTexts } from "./texts/connection.ts";
import { exactTexts } from "./texts/exact.ts";
import { type Texts, textsIn } from "./texts/language.ts";

export type ClientOptions = {
  /** Origin of the server, without a slash at the end; "" for the page's own. */
  base: string;
  fetch?: typeof globalThis.fetch;
  /** A bearer token, for programs; the browser's cookie goes by itself. */
  token?: string;
  /** The whole Authorization header where there is no token, asked for at each call; "" for none. */
  authorization?: () => string;
  /** What is said in whose language where no server has put it into words; in English if not said. */
  texts?: Texts;
  /** What is said where no answer came, by why; only that the server cannot be reached, and what to look at, if not said. */
  unreached?: SayUnreached;
};

type SayUnreached = (cause: unknown, base: string, texts: ConnectionTexts) => string;

export type CallOptions = {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** What is said of a failure that no server has put into words: the specification's sentence for this call. */
  otherwise?: string;
};

/**
 * Calls one endpoint by its method and path, typed from the same definitions that the server checks against:
 * `client("PUT /templates/{id}", { params: { id }, body })`.
 */
export type Client = <K extends EndpointKey>(
  key: K,
  ...rest: Record<string, never> extends Call<Endpoints[K]>
    ? [input?: Call<Endpoints[K]>, options?: CallOptions]
    : [input: Call<Endpoints[K]>, options?: CallOptions]
) => Promise<Answer<Endpoints[K]>>;

type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/** @throws {Refusal} with the server's message and code, or "unavailable" and `unreached` when there was no answer. */
export function createClient(options: ClientOptions): Client {
  const call = async (key: string, input: AnyInput = {}, callOptions: CallOptions = {}): Promise<unknown> => {
    const { otherwise } = callOptions;
    const asked = { ...options, otherwise };
    const space = key.indexOf(" ");
    const url = options.base + fillPath(key.slice(space + 1), input.params) + queryText(input.query);
    const send = options.fetch ?? globalThis.fetch;
    let response: Response;
    try {
      response = await send(url, request(key.slice(0, space), input.body, options, callOptions));
    } catch (cause) {
      if (callOptions.signal?.aborted) throw cause;
      throw unreached({ cause, ...asked });
    }
    if (!response.ok) throw await refusalOf(response, asked);
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("text/html") && !answersPage(key)) throw unreached({ cause: pageAnswered, ...asked });
    if (!type.includes("json")) return response;
    return response.json().catch((cause: unknown) => {
      if (callOptions.signal?.aborted) throw cause;
      // What is no JSON was answered so; anything else is a line that broke in the middle of the answer.
      if (!(cause instanceof SyntaxError)) throw unreached({ cause, ...asked });
      throw new Refusal("internal", otherwise ?? (options.texts ?? english)(exactTexts).somethingWrong, {
        cause,
      });
    });
  };
  return call as Client;
}

function request(
  method: string,
  body: unknown,
  options: ClientOptions,
  callOptions: CallOptions,
): RequestInit {
  const headers: Record<string, string> = {};
  const authorization = options.token ? `Bearer ${options.token}` : options.authorization?.();
  if (authorization) headers.authorization = authorization;
  if (callOptions.idempotencyKey !== undefined) headers["idempotency-key"] = callOptions.idempotencyKey;
  const init: RequestInit = { method, headers, credentials: "include" };
  if (callOptions.signal) init.signal = callOptions.signal;
  if (body instanceof FormData) init.body = body;
  else if (body instanceof Blob) {
    headers["content-type"] = "application/octet-stream";
    init.body = body;
  } else if (body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  return init;
}

function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    // Dots alone lead to another call, however they are escaped; with a space behind them they are what nothing is called.
    encodeURIComponent(params[name] ?? "").replace(/^\.\.?$/, "$&%20"),
  );
}

function queryText(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  return pairs.length === 0
    ? ""
    : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

type Asked = {
  /** The server that was asked; "" for the page's own. */
  base?: string;
  /** What is said where no server has put it into words. */
  otherwise?: string | undefined;
  texts?: Texts | undefined;
  unreached?: SayUnreached | undefined;
};

const english = textsIn("en");

/** Whether a call's own answer is a page: a mail's preview, and what recipients are shown. */
export const answersPage = (key: string): boolean => /^GET .*preview$|\/[urc]\//.test(key);

/** What a call that got no answer throws. */
export function unreached({
  cause,
  base = "",
  otherwise,
  texts = english,
  unreached: say = (_, __, said) => said.unreached,
}: Asked & { cause?: unknown }): Refusal {
  const message = otherwise ?? say(cause, base, texts(connectionTexts));
  return new Refusal("unavailable", message, { cause, unreached: true });
}

/**
 * Reads `{ message, code }`; an answer in any other shape gets the sentence for this call, else is a proxy's, where its
 * status says what that refused, and else gets the specification's general sentence.
 */
export async function refusalOf(
  response: Response,
  { base = "", otherwise, texts = english }: Asked = {},
): Promise<Refusal> {
  const exact = texts(exactTexts);
  const body: unknown = await response.json().catch(() => null);
  const said = isRecord(body) ? body : {};
  const read = (name: string) => {
    const value = said[name];
    return typeof value === "string" && value ? value : undefined;
  };
  const message =
    read("message") ??
    otherwise ??
    proxySentence(response.status, base, texts(connectionTexts)) ??
    (response.status === 401 ? exact.unauthorized : exact.somethingWrong);
  const retryAfter = Number(response.headers.get("retry-after"));
  return new Refusal(codeOf(read("code"), response.status), message, {
    status: response.status,
    // An older server does not tell it.
    reason: causeIn({ ...said, code: said.reason }) ?? undefined,
    field: read("field"),
    skipped: Array.isArray(said.skipped) ? said.skipped : undefined,
    ...(retryAfter > 0 ? { retryAfterMs: retryAfter * 1000 } : {}),
  });
}

function codeOf(code: string | undefined, status: number): ErrorCode {
  if (code !== undefined && Object.hasOwn(errorCodes, code)) return code as ErrorCode;
  const match = (Object.keys(errorCodes) as ErrorCode[]).find(
    (candidate) => errorCodes[candidate] === status,
  );
  if (awayStatuses.includes(status)) return "unavailable";
  return status === 401 ? "unauthorized" : (match ?? "internal");
}
