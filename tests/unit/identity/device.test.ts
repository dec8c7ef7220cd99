import { expect, test } from "bun:test";
import { deviceTexts } from "../../../contract/texts/device.ts";
import { spoken } from "../../../server/core/inWords.ts";
import { deviceInWords, deviceOf } from "../../../server/identity/device.ts";

const device = (agent?: string) =>
  deviceOf(new Request("http://localhost", agent === undefined ? {} : { headers: { "user-agent": agent } }));

const known: [string, string][] = [
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Chrome on Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
    "Safari on Mac",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Linux; Android 15; SM-S938B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPad",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0",
    "Opera on Windows",
  ],
  [
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Vivaldi/7.6",
    "Vivaldi on ChromeOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15",
    "Firefox on iPhone",
  ],
  ["Mozilla/5.0 (Haiku x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox"],
  ["curl/8.7.1", "A program (curl)"],
  ["Bun/1.4.5", "A program (Bun)"],
  ["Mozilla/5.0", "An unknown device"],
  ["", "An unknown device"],
];

for (const [agent, name] of known)
  test(`"${agent.slice(0, 60)}…" is ${name}`, () => {
    expect(device(agent)).toBe(name);
  });

test("a device is kept as it always was, and told in the reader's language", () => {
  const { texts } = spoken;
  const german = {
    browserOn: ({ browser, system }: { browser: string; system: string }) => `${browser} unter ${system}`,
    program: (name: string) => `Ein Programm (${name})`,
    unknown: "Ein unbekanntes Gerät",
  };
  spoken.texts = (feature) => (Object.is(feature, deviceTexts) ? (german as never) : texts(feature));
  try {
    const told = ["Firefox on Linux", "Samsung Internet on Android", "Edge", "A program (curl)"];
    expect([...told, "An unknown device"].map(deviceInWords)).toEqual([
      "Firefox unter Linux",
      "Samsung Internet unter Android",
      "Edge",
      "Ein Programm (curl)",
      "Ein unbekanntes Gerät",
    ]);
  } finally {
    spoken.texts = texts;
  }
});

test("what a stranger writes as an agent becomes neither markup nor long", () => {
  expect(device("<script>alert(1)</script>")).toBe("An unknown device");
  expect(device("x".repeat(5_000)).length).toBeLessThanOrEqual(60);
});
