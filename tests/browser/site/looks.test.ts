import { expect, test } from "bun:test";
import { routes } from "../../../pages/routes.ts";
import { axeFindingsInBothThemes } from "../../support/browser/axe.ts";
import { resizeTo } from "../../support/browser/faultsAtEveryWidth.ts";
import { servePages } from "../../support/browser/servePages.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages(servePages);

/** Pages that a visitor sees without an island; the islands bring tests of their own. */
const quietPages = Object.entries(routes).flatMap(([path, { access }]) =>
  access === "everyone" ? [path] : [],
);
/** The reference has a test of its own (`reference.test.ts`): its 20,000 elements take axe ten times the others' time. */
const shortPages = quietPages.filter((path) => path !== "/api");

test("axe finds nothing on any public page or shared part in either theme", async () => {
  const { page } = await pages.open({ bypassCSP: true });
  for (const path of [...shortPages, "/missing", "/styleguide"]) {
    await page.goto(pages.server.url + path);
    expect({ path, found: await axeFindingsInBothThemes(page) }).toEqual({ path, found: [] });
  }
});

for (const colorScheme of ["light", "dark"] as const)
  test(`tokens keep their contrast in the ${colorScheme} theme: 4.5 for words, 3 for outlines and bars`, async () => {
    const { page } = await pages.open({ colorScheme });
    await page.goto(`${pages.server.url}/terms`);
    const ratios = await page.evaluate(measureContrast, pairs);
    const tooLow = ratios.filter(({ ratio, least }) => ratio < least);
    expect(tooLow).toEqual([]);
    expect(ratios).toHaveLength(pairs.length);
  });

test("nothing is wider than the screen at 1440, 1024 and 390 pixels", async () => {
  const { page } = await pages.open();
  for (const path of [...quietPages, "/styleguide"]) {
    await page.goto(pages.server.url + path);
    for (const width of [1440, 1024, 390]) {
      await resizeTo(page, { width, height: 800 });
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect({ path, width, over }).toEqual({ path, width, over: Math.min(over, 0) });
    }
  }
});

test("on a screen of 320 pixels the head of a public page is one line", async () => {
  const { page } = await pages.open({
    viewport: { width: 320, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(`${pages.server.url}/pricing`);
  const [name, ways] = await page.evaluate(() =>
    [".header .brand", ".header-links"].map((one) => document.querySelector(one)?.getBoundingClientRect()),
  );
  expect(ways?.top).toBeLessThan(name?.bottom ?? 0);
});

test("where colours are forced, how far a bar is and which tab is open are still seen", async () => {
  const { page } = await pages.open({ forcedColors: "active" });
  await page.goto(`${pages.server.url}/styleguide`);
  const seen = await page.evaluate(() => {
    const styleOf = (selector: string) => {
      const element = document.querySelector(selector);
      return element === null ? null : getComputedStyle(element);
    };
    return {
      bar: styleOf(".progress progress")?.borderTopStyle,
      parts: styleOf(".segments")?.borderTopStyle,
      failed: styleOf('.segments [data-status="failed"]')?.backgroundImage.includes("gradient"),
      badge: styleOf(".badge")?.borderTopStyle,
      openTab: styleOf('[role="tab"][aria-selected="true"]')?.outlineStyle,
      otherTab: styleOf('[role="tab"][aria-selected="false"]')?.outlineStyle,
      // A transparent line would be drawn there.
      lines: ['[role="tab"][aria-selected="false"]', '.button[data-variant="quiet"]'].map(
        (selector) => styleOf(selector)?.borderBottomColor,
      ),
    };
  });
  expect(seen).toEqual({
    bar: "solid",
    parts: "solid",
    failed: true,
    badge: "solid",
    openTab: "solid",
    otherTab: "none",
    lines: ["rgb(255, 255, 255)", "rgb(255, 255, 255)"],
  });
});

test("the first Tab on a page offers to skip the header, and Enter does it", async () => {
  const { page } = await pages.open();
  await page.goto(`${pages.server.url}/pricing`);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
});

type Pair = { over: string; under: string; least: number };

const grounds = ["paper", "surface", "raised", "sunken", "hover"];
const words = grounds.flatMap((under) =>
  ["ink", "ink-muted", "accent-text"].map((over) => ({ over, under, least: 4.5 })),
);
const statuses = ["sent", "waiting", "failed", "uncertain"].flatMap((over) => [
  { over, under: `${over}-soft`, least: 4.5 },
  { over, under: "surface", least: 4.5 },
  { over, under: "paper", least: 4.5 },
]);
const pairs: Pair[] = [
  ...words,
  ...statuses,
  { over: "ink", under: "accent-soft", least: 4.5 },
  { over: "on-accent", under: "accent-fill", least: 4.5 },
  { over: "on-accent", under: "accent-fill-hover", least: 4.5 },
  { over: "line-control", under: "surface", least: 3 },
  { over: "line-control", under: "paper", least: 3 },
  { over: "line-control", under: "raised", least: 3 },
  { over: "accent-fill", under: "line", least: 3 },
  { over: "sent", under: "line", least: 3 },
];

/** WCAG 2.2 contrast of pairs of tokens, measured on painted pixels so that the browser does the colour science. */
function measureContrast(wanted: Pair[]) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const probe = document.body.appendChild(document.createElement("i"));

  function luminance(token: string): number {
    if (pen === null) throw new Error("there is no canvas");
    probe.style.color = `var(--${token})`;
    pen.fillStyle = getComputedStyle(probe).color;
    pen.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((byte) => {
      const share = byte / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  return wanted.map(({ over, under, least }) => {
    const [dark = 0, light = 0] = [luminance(over), luminance(under)].sort((a, b) => a - b);
    return { over, under, least, ratio: Math.round(((light + 0.05) / (dark + 0.05)) * 100) / 100 };
  });
}
