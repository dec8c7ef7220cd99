import type { Server, WebSocketHandler } from "bun";
import { sentences } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Log } from "../log/log.ts";
import type { Settings } from "../settings/settings.ts";
import { requestIdHeader } from "./middleware/requestLog.ts";

/** Answers a request; undefined once it has become a socket. */
type Answer<Data> = (request: Request, server: Server<Data>) => Promise<Response | undefined>;

export type Listener<Data> = {
  port: number;
  /** The address people on this machine reach it at. */
  url: string;
  /** From here on requests are answered; those that came earlier have waited. */
  answerWith(answer: Answer<Data>): void;
  /** Takes no more connections, lets requests under way end for a while, then cuts what is left. */
  close(): Promise<void>;
};

/**
 * Takes the port before anything depends on its number, so that links and origins can be known.
 * @throws {Error} that names the port when it cannot be had.
 */
export function listen<Data>(options: {
  settings: Pick<Settings, "host" | "port">;
  websocket: WebSocketHandler<Data>;
  log: Log;
}): Listener<Data> {
  const { settings, websocket, log } = options;
  const { promise: answer, resolve: answerWith } = Promise.withResolvers<Answer<Data>>();
  const server = explained(settings, () =>
    Bun.serve<Data>({
      port: settings.port,
      hostname: settings.host,
      maxRequestBodySize: limits.server.bodyBytes,
      idleTimeout: limits.server.idleSeconds,
      // Without it Bun answers an unexpected error with its own page, stack and all.
      development: false,
      // Outside of development Bun lets two servers take one port, and each would get half of the calls.
      reusePort: false,
      websocket,
      fetch: async (request, bun) => (await answer)(request, bun),
      // The app answers its own errors; this is for what fails before it is asked.
      error: (fault) => {
        const request = crypto.randomUUID();
        log.error("A request failed before it could be answered", { request, error: fault });
        const headers = { [requestIdHeader]: request };
        return Response.json(
          { message: sentences.somethingWrong, code: "internal" },
          { status: 500, headers },
        );
      },
    }),
  );
  const port = server.port ?? settings.port;
  return {
    port,
    url: `http://${nameOf(settings.host)}:${port}`,
    answerWith,
    async close() {
      const stopped = server.stop(false);
      // Connections that are merely kept open count as nothing: only requests under way are waited for.
      const deadline = performance.now() + limits.shutdown.requestsMs;
      while (server.pendingRequests > 0 && performance.now() < deadline)
        await Bun.sleep(limits.shutdown.lookEveryMs);
      await Promise.all([server.stop(true), stopped]);
    },
  };
}

function explained<T>({ host, port }: Pick<Settings, "host" | "port">, start: () => T): T {
  try {
    return start();
  } catch (cause) {
    const isTaken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    const why = isTaken ? "another program listens there already" : String(cause);
    throw new Error(`Cannot listen on ${host}:${port}: ${why}. PORT and HOST choose another place.`, {
      cause,
    });
  }
}

function nameOf(host: string): string {
  if (["127.0.0.1", "::1", "0.0.0.0", "::"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
