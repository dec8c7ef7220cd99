import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { presets } from "../../../mail/design/palette.ts";
import {
  button,
  openDesign,
  openTemplate,
  person,
  sameOriginPage,
  servesDesignTab,
  withTemplate,
} from "../../support/browser/designTab.ts";
import {
  type Compared,
  keepPictures,
  partOf,
  pictureDifferences,
} from "../../support/browser/pictureDifferences.ts";

servesDesignTab();

/**
 * Share of pixels that may differ. Where this was written not one does; the rest is for fonts of other machines, whose
 * letters may begin on another fraction of a pixel in a table than in the canvas's grid.
 */
const tolerance = 0.002;

type Block = { type: string; values: object };
const preset = (key: string): Block => {
  const { type, values } = presets.find((each) => each.key === key) ?? { type: "", values: {} };
  return { type, values };
};
const link = { name: "web", values: { href: "https://example.com/", target: "_blank" } };
const picture = { url: "/email-assets/social/icons/circle/facebook.png", width: 64, height: 64 };

/** Every block type, as the palette begins it and with what the palette leaves to choose. */
const drawn: Record<string, Block> = {
  heading: preset("heading"),
  text: preset("text"),
  "text with styles": {
    type: "text",
    values: {
      fontSize: "18px",
      lineHeight: "160%",
      color: "#224488",
      textAlign: "center",
      fontFamily: { label: "Georgia", value: "georgia,palatino,serif" },
      text: '<p>One <strong>bold</strong> and <em>slanted</em> word, <a href="https://example.com/" target="_blank">a link</a>.</p><ul><li>first</li><li>second</li></ul>',
    },
  },
  button: preset("button"),
  "button on the left": {
    type: "button",
    values: {
      text: "Read on",
      href: link,
      textAlign: "left",
      borderRadius: "18px",
      buttonColors: { color: "#ffffff", backgroundColor: "#b3360b" },
    },
  },
  image: { type: "image", values: { src: picture, altText: "A picture" } },
  "image of a third": {
    type: "image",
    values: { src: { ...picture, autoWidth: false, maxWidth: "33%" }, altText: "", textAlign: "right" },
  },
  divider: preset("divider"),
  "dotted divider": {
    type: "divider",
    values: {
      width: "60%",
      border: { borderTopWidth: "3px", borderTopStyle: "dotted", borderTopColor: "#aa3300" },
    },
  },
  spacer: preset("spacer"),
  social: preset("social"),
  menu: preset("menu"),
  table: preset("table"),
  video: {
    type: "video",
    values: { video: { url: "https://example.com/film", thumbnail: picture.url, type: "custom" } },
  },
  html: preset("html"),
  unsubscribe: preset("unsubscribe"),
  timer: { type: "timer", values: { countdown: { countdownUrl: picture.url, width: 64, height: 64 } } },
  paragraph: {
    type: "paragraph",
    values: {
      textJson:
        '{"root":{"children":[{"children":[{"format":1,"style":"","text":"Left","type":"extended-text"}],"type":"extended-paragraph"}],"type":"root"}}',
    },
  },
};
const names = Object.keys(drawn);
const phoneText = {
  type: "text",
  values: { text: "<p>Small</p>", fontSize: "14px", _override: { mobile: { fontSize: "26px" } } },
};

const row = (
  cells: number[],
  blocks: Block[],
  { id, values = {}, column = {} }: { id: string; values?: object; column?: object },
) => ({
  id: `r${id}`,
  cells,
  values: { columnsBackgroundColor: "#ffffff", ...values },
  columns: cells.map((_, at) => ({
    id: `c${id}${at}`,
    values: column,
    contents: blocks.flatMap((block, index) =>
      index % cells.length === at ? [{ id: `b${id}${index}`, ...block }] : [],
    ),
  })),
});

const arranged: Record<string, ReturnType<typeof row>> = {
  "two columns": row([1, 2], [preset("text"), preset("heading")], { id: "two" }),
  "three columns side by side on phones": row([1, 1, 1], [preset("text"), preset("button"), preset("html")], {
    id: "three",
    values: { noStackMobile: true },
  }),
  "row with padding and colours": row([1], [preset("text")], {
    id: "colours",
    values: { padding: "20px 10px", backgroundColor: "#ddeeff", columnsBackgroundColor: "#ffffee" },
    column: {
      padding: "12px",
      backgroundColor: "#eeffee",
      borderRadius: "10px",
      border: { borderTopWidth: "2px", borderTopColor: "#338833", borderLeftWidth: "1px" },
    },
  }),
  "row with a picture behind": row([1], [preset("text"), preset("heading")], {
    id: "behind",
    values: { backgroundImage: { url: picture.url }, padding: "20px" },
  }),
  "row with a picture behind its content": row([1], [preset("text")], {
    id: "within",
    values: { backgroundImage: { url: picture.url, fullWidth: false, repeat: "repeat" } },
  }),
  "text with a size for phones": row([1], [phoneText], { id: "phone" }),
};
const everyName = [...names, ...Object.keys(arranged)];
const design = {
  body: {
    values: { contentWidth: "600px", backgroundColor: "#f6f4f0", textColor: "#1f2430" },
    rows: [
      ...names.map((name, at) => row([1], [drawn[name] ?? preset("text")], { id: String(at) })),
      ...Object.values(arranged),
    ],
  },
};

/** The window is as wide as lets the canvas stand on whole pixels: on halves every edge would be smoothed. */
for (const [device, width, windowWidth] of [
  ["desktop", 700, 1900],
  ["phone", 375, 1901],
] as const) {
  test(`every block has the same picture on the canvas as in the mail, ${width} pixels wide`, async () => {
    const template = await withTemplate(design);
    const { page, complaints } = await openDesign({ viewport: { width: windowWidth, height: 5000 } });
    await openTemplate(page, template);
    if (device === "phone") await button(page, "Phone width").click();
    await page.mouse.move(0, 0);
    const { html } = await person.client("POST /templates/render", { body: { design, name: "x" } });
    const mail = await sameOriginPage(html);
    await mail.setViewportSize({ width, height: 5000 });
    await loaded(page.locator(".editor-canvas img"));
    await loaded(mail.locator("img"));

    const onCanvas = everyName.map((_, at) => page.locator(".row").nth(at).locator(".row-inner"));
    const inMail = everyName.map((_, at) => mail.locator(".u-row").nth(at));
    const seen = await pictureDifferences(mail, {
      one: await compared(page, onCanvas),
      other: await compared(mail, inMail),
    });
    const differences: string[] = [];
    for (const [at, { width: widths, height: heights, share }] of seen.entries()) {
      if (widths[0] === widths[1] && heights[0] === heights[1] && share <= tolerance) continue;
      const [canvas, other] = await Promise.all([onCanvas[at]?.screenshot(), inMail[at]?.screenshot()]);
      const name = everyName[at] ?? "";
      const kept = await keepPictures(`${device}-${name.replaceAll(" ", "-")}`, { canvas, mail: other });
      differences.push(`${name}: ${widths} x ${heights}, ${(share * 100).toFixed(2)} % (${kept})`);
    }
    expect(seen).toHaveLength(everyName.length);
    expect(differences).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

test("the comparison sees a difference of a single letter", async () => {
  const page: Page = await sameOriginPage("<body><p>Hello</p></body>");
  const one = { picture: await page.screenshot(), parts: [await partOf(page.locator("p"))] };
  await page.setContent("<body><p>Hallo</p></body>");
  const other = { picture: await page.screenshot(), parts: [await partOf(page.locator("p"))] };
  const [difference] = await pictureDifferences(page, { one, other });
  expect(difference?.share).toBeGreaterThan(0);
  expect((await pictureDifferences(page, { one, other: one }))[0]?.share).toBe(0);
});

/** All of them in one picture: a browser takes as long to draw one of a single element. */
async function compared(page: Page, elements: readonly Locator[]): Promise<Compared> {
  const picture = await page.screenshot({ animations: "disabled" });
  const parts = await Promise.all(elements.map(partOf));
  const size = page.viewportSize();
  for (const { x, y, width, height } of parts) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(size?.width ?? 0);
    expect(y + height).toBeLessThanOrEqual(size?.height ?? 0);
  }
  return { picture, parts };
}

/** Lazy and late pictures have come; one that is broken would be drawn as nothing in both. */
async function loaded(images: Locator): Promise<void> {
  const sizes = await images.evaluateAll((all) =>
    Promise.all(
      all.map(async (image) => {
        if (image instanceof HTMLImageElement) await image.decode();
        return image instanceof HTMLImageElement ? image.naturalWidth : 0;
      }),
    ),
  );
  expect(sizes.length).toBeGreaterThan(0);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
}
