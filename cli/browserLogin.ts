import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../contract/client.ts";
import { Refusal } from "../contract/errors.ts";
import { keyLimits } from "../contract/limits/identity.ts";
import { secondMs } from "../contract/limits/units.ts";
import type { DeviceAnswer } from "../contract/schemas/keys.ts";
import { terminalKeyTexts } from "../contract/texts/terminal/keys.ts";
import { openBrowser } from "./openBrowser.ts";
import type { Output } from "./output.ts";

type Approved = { uid: string; key: string; email: string };

/**
 * Signs in by a browser (RFC 8628): asks for a key, says where to approve it, and waits until somebody has.
 * @throws {Refusal} where it was refused or took too long.
 */
export async function browserLogin(output: Output, server: string): Promise<Approved> {
  const { browser } = output.texts(terminalKeyTexts);
  const client = createClient({ base: server, texts: output.texts });
  const name = browser.keyName(hostname()).slice(0, keyLimits.nameMax);
  const asked = await client("POST /amplify/auth/device", { body: { name } });
  const { userCode, verificationUri, verificationUriComplete, expiresInSeconds } = asked;
  output.note(browser.open(verificationUri));
  output.note(browser.compare({ code: userCode, minutes: Math.round(expiresInSeconds / 60) }));
  output.event("approve", { userCode, verificationUri, verificationUriComplete, expiresInSeconds });
  if (await openBrowser(output.terminal, verificationUriComplete)) output.note(browser.opened);
  else output.note(browser.password(output.next("login EMAIL")));
  const { key, uid } = await fetched(output, server, asked);
  const { email } = await createClient({ base: server, token: key, texts: output.texts })(
    "GET /amplify/auth/me",
  ).catch((error: unknown) => {
    // A key that may not read is a key all the same.
    if (error instanceof Refusal && error.code === "forbidden") return { email: name };
    throw error;
  });
  return { uid, key, email };
}

async function fetched(output: Output, server: string, asked: DeviceAnswer) {
  const client = createClient({ base: server, texts: output.texts });
  const { deviceCode } = asked;
  let waitMs = asked.intervalSeconds * secondMs;
  for (;;) {
    await pause(waitMs);
    try {
      return await client("POST /amplify/auth/device/key", { body: { deviceCode } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code } = error.reason;
      // Each time that it was too soon the wait is five seconds longer (RFC 8628, 3.5).
      if (code === "device_slow_down" || error.code === "rate_limited") waitMs += 5 * secondMs;
      // A line that broke is no answer: the code is good for as long as it was said to be.
      else if (code !== "device_waiting" && !error.unreached) throw error;
    }
  }
}
