import { spawn } from "node:child_process";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "../contract/errors.ts";
import { keyLimits } from "../contract/limits/identity.ts";
import { secondMs } from "../contract/limits/units.ts";
import type { DeviceAnswer } from "../contract/schemas/keys.ts";
import { terminalKeyTexts } from "../contract/texts/terminal/keys.ts";
import { answeredHere } from "./connection.ts";
import type { Output } from "./output.ts";
import { canAsk, type Terminal } from "./terminal.ts";
import { createTerminalClient } from "./terminalClient.ts";

type Approved = { uid: string; key: string; email: string };

/**
 * Signs in through a browser (RFC 8628): requests a key, prints where to approve it, and waits for the approval.
 * @throws {Refusal} if it was denied or took too long.
 */
export async function browserLogin(output: Output, server: string): Promise<Approved> {
  const { browser } = output.texts(terminalKeyTexts);
  const client = createTerminalClient({ base: server, texts: output.texts });
  const name = browser.keyName(hostname()).slice(0, keyLimits.nameMax);
  const answer = await client("POST /amplify/auth/device", { body: { name } });
  const asked = answeredHere(answer, "deviceCode", { base: server, texts: output.texts });
  const { userCode, verificationUri, verificationUriComplete, expiresInSeconds } = asked;
  output.note(browser.open(verificationUri));
  output.note(browser.compare({ code: userCode, minutes: Math.round(expiresInSeconds / 60) }));
  output.event("approve", { userCode, verificationUri, verificationUriComplete, expiresInSeconds });
  if (await openBrowser(output.terminal, verificationUriComplete)) output.note(browser.opened);
  else output.note(browser.password(output.next("login EMAIL")));
  const { key, uid } = await fetched(output, server, asked);
  const { email } = await createTerminalClient({ base: server, token: key, texts: output.texts })(
    "GET /amplify/auth/me",
  ).catch((error: unknown) => {
    // A key without permission to read is still a valid key.
    if (error instanceof Refusal && error.code === "forbidden") return { email: name };
    throw error;
  });
  return { uid, key, email };
}

async function fetched(output: Output, server: string, asked: DeviceAnswer) {
  const client = createTerminalClient({ base: server, texts: output.texts });
  const { deviceCode } = asked;
  let waitMs = asked.intervalSeconds * secondMs;
  for (;;) {
    await pause(waitMs);
    try {
      return await client("POST /amplify/auth/device/key", { body: { deviceCode } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code } = error.reason;
      // Each time a request came too early, the interval is extended by five seconds (RFC 8628 section 3.5).
      if (code === "device_slow_down" || error.code === "rate_limited") waitMs += 5 * secondMs;
      // A lost connection is not an answer: the code stays valid until it expires.
      else if (code !== "device_waiting" && !error.unreached) throw error;
    }
  }
}

/**
 * Has the system show an address, where somebody sits before a screen; false where nobody does or nothing can. The address
 * comes from a server, so it is handed on as one argument, to no shell, and only where it is one of the web.
 */
async function openBrowser(terminal: Terminal, address: string): Promise<boolean> {
  const url = URL.parse(address);
  const { env } = terminal;
  if (!canAsk(terminal) || !url || !/^https?:$/.test(url.protocol)) return false;
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"];
  if (program === "xdg-open" && !env.DISPLAY && !env.WAYLAND_DISPLAY) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(program as string, [...args, url.href], { stdio: "ignore", detached: true });
  child.on("error", () => resolve(false));
  child.on("spawn", () => resolve(true));
  child.unref();
  return promise;
}

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
