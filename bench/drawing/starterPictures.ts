import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { openChromium } from "../../tests/support/browser/chromium.ts";

/**
 * Draws the pictures of the starters as PNG, since mail programs draw no SVG: `bun bench/drawing/starterPictures.ts` after one
 * of the drawings has changed; what it writes is committed. Flat colours keep each of them to a few kilobytes.
 */
const folder = resolve(import.meta.dir, "../../pages/emailAssets/starters");

const paper = "#f3e8d6";
const sand = "#e4cfae";
const gold = "#e7ad45";
const coral = "#dd6138";
const brick = "#a23a16";
const sea = "#2c6a70";
const night = "#1f2b44";
const dusk = "#3a4a70";

type Picture = { width: number; height: number; drawing: string };
/** Twice as wide as they stand in a mail, which is sharp on any screen. */
const large = (drawing: string): Picture => ({ width: 1200, height: 540, drawing });
const small = (drawing: string): Picture => ({ width: 536, height: 340, drawing });

const rect = (x: number, y: number, width: number, height: number, color: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${color}"/>`;
const disc = (x: number, y: number, radius: number, color: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>`;
const shape = (path: string, color: string) => `<path d="${path}" fill="${color}"/>`;
const line = (path: string, color: string, width: number) =>
  `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

const pictures: Record<string, Picture> = {
  welcome: large(
    rect(0, 0, 1200, 540, paper) +
      disc(600, 330, 170, gold) +
      shape("M0 390q200-120 430-40t420-30t350 30v190H0Z", coral) +
      shape("M0 450q260-90 560-20t640-30v140H0Z", brick) +
      line(
        "M180 150q24-26 48 0q24-26 48 0M300 210q16-18 32 0q16-18 32 0M900 130q20-22 40 0q20-22 40 0",
        night,
        7,
      ),
  ),
  story: large(
    rect(0, 0, 1200, 540, sand) +
      rect(0, 400, 1200, 140, brick) +
      rect(140, 60, 250, 280, paper, 8) +
      rect(164, 84, 202, 232, sea) +
      disc(300, 150, 40, gold) +
      shape("M164 276q70-70 120-30t82-20v90H164Z", night) +
      rect(520, 250, 330, 150, night, 12) +
      rect(540, 268, 290, 114, paper) +
      line("M565 300h150M565 325h230M565 350h190", sea, 10) +
      rect(480, 392, 410, 16, night, 8) +
      shape("M960 300h120l-16 100h-88Z", coral) +
      line("M1020 300q-50-60-90-60M1020 300q0-80 10-130M1020 300q40-60 90-70", sea, 12) +
      disc(926, 236, 26, sea) +
      disc(1032, 160, 30, sea) +
      disc(1116, 224, 26, sea),
  ),
  cup: small(
    rect(0, 0, 536, 340, paper) +
      rect(0, 250, 536, 90, sand) +
      line("M350 170q70-10 60 40t-80 30", coral, 22) +
      shape("M170 140h190q4 120-95 130q-99-10-95-130Z", coral) +
      rect(130, 262, 270, 16, brick, 8) +
      line("M230 110q-16-22 0-40t0-40M295 110q-16-22 0-40t0-40", brick, 10),
  ),
  leaf: small(
    rect(0, 0, 536, 340, "#dfe7dc") +
      rect(0, 270, 536, 70, "#c3d2c3") +
      shape("M208 220h120l-18 76h-84Z", brick) +
      line("M268 222v-130", sea, 10) +
      shape("M268 170q-100 10-112-78q100-6 112 78Z", sea) +
      shape("M268 130q96 6 112-82q-104-4-112 82Z", "#3f8a82") +
      shape("M268 210q70 0 84-58q-76-6-84 58Z", sea),
  ),
  harbour: large(
    rect(0, 0, 1200, 540, night) +
      disc(930, 130, 62, gold) +
      disc(900, 116, 56, night) +
      [90, 210, 380, 520, 690, 780, 1090].map((x, at) => disc(x, 60 + ((at * 47) % 110), 4, paper)).join("") +
      shape("M0 350h120v-110h90v60h70v-120h110v100h60v70h100v-50h90v50H1200v40H0Z", dusk) +
      [150, 310, 345, 310, 345]
        .map((x, at) => rect(x, [270, 215, 215, 262, 262][at] ?? 0, 18, 24, gold))
        .join("") +
      rect(0, 380, 1200, 160, sea) +
      shape("M640 420h330l-50 60H690Z", coral) +
      shape("M800 180v220H660Z", paper) +
      shape("M820 230l110 170H820Z", sand) +
      line("M60 440h130M280 490h160M1010 440h120M480 450h60M1040 500h90", "#5c9a9c", 8),
  ),
  box: large(
    rect(0, 0, 1200, 540, "#d9e4e2") +
      rect(0, 440, 1200, 100, "#b9cfcc") +
      shape("M420 270h360v190H420Z", coral) +
      shape("M420 270h180v190H420Z", brick) +
      shape("M420 270l-90-70h190l80 70Z", sand) +
      shape("M780 270l90-70H680l-80 70Z", paper) +
      line("M600 210V70M500 190l-60-100M700 190l60-100", gold, 16) +
      disc(600, 40, 14, gold) +
      disc(424, 64, 14, gold) +
      disc(776, 64, 14, gold),
  ),
  gift: large(
    rect(0, 0, 1200, 540, brick) +
      disc(150, 110, 90, coral) +
      disc(1090, 460, 150, coral) +
      disc(1020, 90, 36, gold) +
      disc(230, 440, 26, gold) +
      rect(450, 230, 300, 220, paper, 8) +
      rect(425, 180, 350, 70, sand, 8) +
      rect(575, 180, 50, 270, gold) +
      line("M600 178q-120 0-110-66q60-40 110 66q50-106 110-66q10 66-110 66", gold, 20),
  ),
  bench: large(
    rect(0, 0, 1200, 540, "#dbe6ea") +
      disc(980, 130, 60, gold) +
      shape("M0 380q300-80 600-20t600-20v200H0Z", "#9db9a5") +
      shape("M0 450q300-50 640-10t560-10v110H0Z", "#6f977f") +
      rect(300, 200, 26, 230, brick) +
      disc(313, 170, 110, sea) +
      disc(235, 215, 70, "#3f8a82") +
      disc(390, 220, 66, "#3f8a82") +
      rect(560, 300, 330, 20, coral, 6) +
      rect(560, 335, 330, 20, coral, 6) +
      rect(545, 385, 360, 24, brick, 6) +
      rect(585, 300, 18, 170, night) +
      rect(848, 300, 18, 170, night),
  ),
};

const browser = await openChromium();
const page = await browser.newPage();
mkdirSync(folder, { recursive: true });
for (const [name, { width, height, drawing }] of Object.entries(pictures)) {
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" style="display:block">${drawing}</svg>`,
  );
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
await browser.close();
