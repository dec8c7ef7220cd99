import { type CallOptions, type ClientOptions, createClient } from "../client.ts";
import { Refusal } from "../errors.ts";
import { clientLimits } from "../limits/api/clientPackage.ts";
import { unreachedSentence } from "../sending/certificateFaults.ts";
import { AmplifyError } from "./AmplifyError.ts";
import { entriesOf, type PagedKey } from "./paged.ts";

export { AmplifyError };

/** As the package's declarations say it to programs, made of the OpenAPI document (`server/commands/clientPackage/clientTypes.ts`). */
type Options = {
  /** Where the installation is, without a slash at the end; "" for a page of its own. */
  base: string;
  /** The token of a sign-in, or an API key: either goes as `Authorization: Bearer`. */
  token?: string;
  key?: string;
  /** Tries after the first. */
  retries?: number;
  fetch?: ClientOptions["fetch"];
};
type Input = { params?: object; query?: object; body?: unknown };
type AnyCall = (key: string, input?: Input, options?: CallOptions) => Promise<unknown>;

/**
 * A client for programs: the contract's own, which besides waits when the server says so, tries again what may be
 * tried again, throws `AmplifyError`, and goes through lists.
 */
export function amplifyClient({ base, token, key, retries = clientLimits.retries, fetch }: Options) {
  let bearer = token ?? key;
  const client = createClient({
    base: base.replace(/\/+$/, ""),
    unreached: unreachedSentence,
    authorization: () => (bearer === undefined ? "" : `Bearer ${bearer}`),
    ...(fetch === undefined ? {} : { fetch }),
  }) as unknown as AnyCall;

  const call: AnyCall = async (name, input, options = {}) => {
    for (let tries = 0; ; ) {
      try {
        return await client(name, input, options);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // The line broke, and the answer to the try before is still being made: this was no try of its own.
        const isHeld = tries > 0 && error.reason.code === "idempotency_running";
        const waitMs = isHeld || tries < retries ? waitBefore({ error, name, options, tries, isHeld }) : null;
        if (waitMs === null) throw new AmplifyError(error);
        if (!isHeld) tries += 1;
        await rest(waitMs, options.signal);
      }
    }
  };
  return Object.assign(call, {
    /** Signs in and keeps the token for the calls that follow. */
    async signIn(body: { username: string; password: string }) {
      const answer = await call("POST /amplify/auth/login", { body });
      bearer = (answer as { token: string }).token;
      return answer;
    },
    /** Every entry of a list, page by page. */
    entries: (name: PagedKey, input: Input = {}, options: CallOptions = {}) =>
      entriesOf(name, input as object, (turned) => call(name, turned, options)),
  });
}

type Failed = { error: Refusal; name: string; options: CallOptions; tries: number; isHeld: boolean };

/** How long to wait before the next try, or null where there must be none. */
function waitBefore({ error, name, options, tries, isHeld }: Failed): number | null {
  const { code, retryAfterMs, unreached } = error;
  // A call that was too many was not looked at, so it is safe to make it again, whatever it is.
  const isAgain =
    isHeld || code === "rate_limited" || ((unreached || code === "unavailable") && isSafe(name, options));
  if (!isAgain) return null;
  const waitMs = retryAfterMs ?? clientLimits.waitMs * 2 ** tries;
  return waitMs > clientLimits.waitMaxMs ? null : waitMs;
}

/** Whether twice is the same as once: what only reads, and what names a key under which it is done once. */
function isSafe(name: string, { idempotencyKey }: CallOptions): boolean {
  return name.startsWith("GET ") || idempotencyKey !== undefined;
}

/** @throws the signal's reason as soon as it is given up. */
function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}
