import { sessionLimits } from "../../contract/limits/identity.ts";
import { deviceTexts } from "../../contract/texts/device.ts";
import { inTexts } from "../core/inWords.ts";

/**
 * What somebody signs in with, as it is kept and compared with what is known; `deviceInWords` says it. Coarse on
 * purpose: enough to tell one's own devices apart, too little to follow anybody by. No version, no address. Bowser (34 kB) knows no program and calls an
 * iPhone and an iPad the same.
 */
export function deviceOf(request: Request): string {
  const agent = (request.headers.get("user-agent") ?? "").slice(0, sessionLimits.agentCharacters);
  const browser = first(browsers, agent);
  const system = first(systems, agent);
  if (browser !== null) return system === null ? browser : browser + kept.on + system;
  // A program names itself first: "curl/8.7.1", "Bun/1.4.5".
  const program = /^[A-Za-z][\w.-]*(?: [A-Z][\w.-]*)*/.exec(agent)?.[0] ?? "";
  if (program === "" || program === "Mozilla") return kept.unknown;
  return `${kept.program}${program})`.slice(0, sessionLimits.deviceMax);
}

/** A device that is kept, for whoever reads of it. */
export function deviceInWords(device: string): string {
  const texts = inTexts(deviceTexts);
  if (device === kept.unknown) return texts.unknown;
  if (device.startsWith(kept.program))
    return texts.program(device.slice(kept.program.length).replace(/\)$/, ""));
  const [browser = "", system] = device.split(kept.on);
  return system === undefined ? browser : texts.browserOn({ browser, system });
}

/** How it is kept, which never changes: whoever signed in before would be told of a new device. */
const kept = { on: " on ", program: "A program (", unknown: "An unknown device" };

/** In this order: every browser also names those it descends from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

function first(known: typeof browsers, agent: string): string | null {
  return known.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
}
