import { sessionLimits } from "../../contract/limits/identity.ts";

/**
 * What somebody signs in with, in a few words: "Firefox on Linux". Coarse on purpose: enough to tell one's own
 * devices apart, too little to follow anybody by. No version, no address. Bowser (34 kB) knows no program and calls an
 * iPhone and an iPad the same.
 */
export function deviceOf(request: Request): string {
  const agent = (request.headers.get("user-agent") ?? "").slice(0, sessionLimits.agentCharacters);
  const browser = first(browsers, agent);
  const system = first(systems, agent);
  if (browser !== null) return system === null ? browser : `${browser} on ${system}`;
  // A program names itself first: "curl/8.7.1", "Bun/1.4.5".
  const program = /^[A-Za-z][\w.-]*(?: [A-Z][\w.-]*)*/.exec(agent)?.[0] ?? "";
  if (program === "" || program === "Mozilla") return "An unknown device";
  return `A program (${program})`.slice(0, sessionLimits.deviceMax);
}

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
