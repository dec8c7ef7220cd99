import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { openChromium } from "../../tests/support/browser/chromium.ts";

/**
 * Draws the icons of social blocks as PNG, since mail programs draw no SVG: `bun bench/drawing/socialIcons.ts` after one
 * of the drawings has changed; what it writes is committed. They lie where the exporters look for them.
 */
const folder = resolve(import.meta.dir, "../../pages/emailAssets/social/icons");
/** Shown at 32 pixels and less; twice that is sharp on any screen. */
const sidePixels = 64;
const radii = { circle: 32, rounded: 14, square: 0 } as const;

const stroke = (path: string, width = 4) =>
  `<path d="${path}" fill="none" stroke="#fff" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const fill = (path: string) => `<path d="${path}" fill="#fff"/>`;
const dot = (x: number, y: number, radius: number) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="#fff"/>`;

const icons: Record<string, { color: string; drawing: string }> = {
  facebook: { color: "#1568d3", drawing: stroke("M40 19h-3q-6 0-6 6v22M25 32h13", 6) },
  instagram: {
    color: "#c1306b",
    drawing:
      stroke("M26 18h12q8 0 8 8v12q0 8-8 8H26q-8 0-8-8V26q0-8 8-8ZM39 32a7 7 0 1 1-14 0a7 7 0 1 1 14 0") +
      dot(40, 24, 2.4),
  },
  x: { color: "#14171a", drawing: stroke("M20 19h5l19 26h-5ZM44 19L20 45", 3.5) },
  linkedin: {
    color: "#0a66c2",
    drawing: `${dot(21, 21, 3.6)}${stroke("M21 30v15M31 30v15M31 37q0-7 6-7t6 7v8", 5.5)}`,
  },
  youtube: {
    color: "#d32020",
    drawing:
      fill("M22 19h20q8 0 8 8v10q0 8-8 8H22q-8 0-8-8V27q0-8 8-8Z") +
      '<path d="M28 25.500l12 6.500-12 6.500Z" fill="#d32020"/>',
  },
  tiktok: { color: "#161616", drawing: stroke("M34 17v22a7 7 0 1 1-7-7M34 18q1 9 11 9", 5) },
  github: {
    color: "#24292f",
    drawing: stroke(
      "M26 47v-8M38 47v-9q0-4-2-5q9-1 9-9q0-4-2-6q1-3 0-5q-3 0-6 2.500q-5-1.300-10 0q-3-2.500-6-2.500q-1 2 0 5q-2 2-2 6q0 8 9 9q-2 1-2 5M26 43q-6 2-8-3",
      3.8,
    ),
  },
  website: {
    color: "#5b4636",
    drawing: stroke("M47 32a15 15 0 1 1-30 0a15 15 0 1 1 30 0M17 32h30M32 17q-13 15 0 30q13-15 0-30", 3.5),
  },
  email: { color: "#3f5b46", drawing: stroke("M17 21h30v22H17ZM18 22l14 12l14-12") },
};

const browser = await openChromium();
const page = await browser.newPage({ viewport: { width: sidePixels, height: sidePixels } });
for (const [shape, radius] of Object.entries(radii)) {
  mkdirSync(join(folder, shape), { recursive: true });
  for (const [name, { color, drawing }] of Object.entries(icons)) {
    const plate = `<rect width="64" height="64" rx="${radius}" fill="${color}"/>`;
    await page.setContent(
      `<style>body{margin:0}svg{display:block}</style><svg width="64" height="64">${plate}${drawing}</svg>`,
    );
    await page.screenshot({ path: join(folder, shape, `${name}.png`), omitBackground: true });
  }
}
const sheet = Object.keys(radii).flatMap((shape) =>
  Object.keys(icons).map((name) => join(folder, shape, `${name}.png`)),
);
console.log(`${sheet.length} icons are drawn`);
await browser.close();
