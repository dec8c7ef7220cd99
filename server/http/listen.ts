import { isIP } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { serve } from "#platform/serve";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { remark } from "../../contract/installation/remark.ts";
import { serverLimits, shutdownLimits } from "../../contract/limits/http.ts";
import { exactTexts } from "../../contract/texts/exact.ts";
import type { ServeOptions, SocketHandlers } from "../../platform/serve.ts";
import { inTexts } from "../core/inWords.ts";
import type { Log } from "../log/log.ts";
import type { Settings } from "../settings/settings.ts";
import { interfaceAddresses } from "./interfaceAddresses.ts";
import { malformedAddress } from "./middleware/malformedAddress.ts";
import { requestIdHeader } from "./middleware/requestLog.ts";

type Answer<Data> = ServeOptions<Data>["answer"];

export type Listener<Data> = {
  port: number;
  /** The address people on this machine reach it at. */
  url: string;
  /** From here on requests are answered; those that came earlier have waited. */
  answerWith(answer: Answer<Data>): void;
  /** Takes no more connections, gives requests in progress some time to end, then closes the rest. */
  close(): Promise<void>;
};

/**
 * Takes the port before anything depends on its number, so that links and origins can be known.
 * @throws {Error} that names the port when it cannot be had.
 */
export async function listen<Data>(options: {
  settings: Pick<Settings, "host" | "port">;
  /** Which setting names the port. */
  setting?: "PORT" | "AMPLIFY_METRICS_PORT";
  sockets: SocketHandlers<Data>;
  log: Log;
}): Promise<Listener<Data>> {
  const { settings, setting = "PORT", sockets, log } = options;
  const { promise: answering, resolve } = Promise.withResolvers<Answer<Data>>();
  let answer: Answer<Data> = async (request, connection) => (await answering)(request, connection);
  const serving = await serve<Data>({
    port: settings.port,
    hostname: settings.host,
    bodyBytes: serverLimits.bodyBytes,
    idleSeconds: serverLimits.idleSeconds,
    pipelinedMax: serverLimits.pipelinedMax,
    sockets,
    answer: (request, connection) => answer(request, connection),
    malformed: malformedAddress,
    // The app answers its own errors; this is for what fails before it is asked.
    failed: (fault) => {
      const request = crypto.randomUUID();
      log.error("A request failed before it could be answered", { request, error: fault });
      const headers = { [requestIdHeader]: request };
      return Response.json(
        { message: inTexts(exactTexts).somethingWrong, code: "internal" },
        { status: 500, headers },
      );
    },
  }).catch((cause) => {
    throw refusedPort({ ...settings, setting }, cause);
  });
  return {
    port: serving.port,
    url: `http://${nameOf(settings.host)}:${serving.port}`,
    answerWith(given) {
      answer = given;
      resolve(given);
    },
    async close() {
      const stopped = serving.stop();
      // Idle keep-alive connections do not count: only requests in progress are waited for.
      const deadline = performance.now() + shutdownLimits.requestsMs;
      while (serving.pendingRequests() > 0 && performance.now() < deadline)
        await pause(shutdownLimits.lookEveryMs);
      await Promise.all([serving.cut(), stopped]);
    },
  };
}

function refusedPort(place: Pick<Settings, "host" | "port"> & { setting: string }, cause: unknown): Error {
  const { host } = place;
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  // Bun may call any address that it cannot have a taken one.
  const isElsewhere = isIP(host) !== 0 && !isOfThisMachine(host);
  const said = () => {
    if (code === "EADDRNOTAVAIL" || (code === "EADDRINUSE" && isElsewhere))
      return remark("hostNotHere", place);
    if (code === "EADDRINUSE") return remark("portTaken", place);
    if (code === "EACCES") return remark("portReserved", place);
    // Of a name that nobody has Bun may say anything, such as that there is no such file.
    if (isIP(host) === 0) return remark("hostUnknown", place);
    return remark("portRefused", { ...place, why: String(cause) });
  };
  return new InstallationFault(said(), { cause });
}

function isOfThisMachine(host: string): boolean {
  if (/^127\./.test(host) || ["::1", "0.0.0.0", "::"].includes(host)) return true;
  return interfaceAddresses()?.some(({ address }) => address === host) ?? true;
}

function nameOf(host: string): string {
  if (["127.0.0.1", "::1", "0.0.0.0", "::"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
