import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { type Client, createClient } from "../../contract/client.ts";
import { openChromium } from "../../tests/support/browser/chromium.ts";
import { startScriptedSmtp } from "../../tests/support/smtp/scriptedSmtp.ts";
import { pictureLeads, pictureReplies, pictureSheet } from "../support/pictureLeads.ts";
import { amplifyCommand, end, start } from "../support/processes.ts";
import { writePng, writeWebp } from "../support/writePicture.ts";

/**
 * Takes the pictures that the public pages show, of the real product on the demo's data, in both themes, and the
 * icons. `bun run pictures` after the product has changed its looks; what it writes is committed.
 */
const folder = resolve(import.meta.dir, "../../pages/pictures");
const account = "hello@harbour-studio.example";
const slowAccount = "news@harbour-studio.example";
const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];
/** Sharp on most screens at two thirds of what twice the pixels would weigh. */
const scale = 1.5;

mkdirSync(folder, { recursive: true });
const smtp = await startScriptedSmtp({ keep: false, ...pictureReplies });
const demo = await start([...amplifyCommand(), "demo"], /ready on (\S+)[\s\S]*Password\s+(\S+)/, {
  PORT: "0",
  NODE_ENV: "production",
  // The mails go to a server of ours that answers as real ones do.
  AMPLIFY_GOOGLE_SMTP: `smtp://localhost:${smtp.port}`,
});
const base = demo.line;
const password = demo.found[2] ?? "";
const browser = await openChromium();
try {
  const { token, uid } = await createClient({ base })("POST /amplify/auth/login", {
    body: { username: "demo@amplify.example", password },
  });
  await takeAll(createClient({ base, token }), { token, uid });
  await takeSocialPicture();
  await takeIcons();
} finally {
  await browser.close();
  await end(demo.process);
  await smtp.close();
}

/** In the order in which the pictures do not show what an earlier one has left behind. */
async function takeAll(client: Client, person: Person): Promise<void> {
  await addAccount(client, { appEmail: account, gapMs: 0 });
  await addAccount(client, { appEmail: slowAccount, gapMs: 400 });
  await client("POST /amplify/leads/bulk", { body: { leads: pictureLeads } });
  const subject = "We open on 1 April";
  const opening = await send(client, { subject, collection: "opening", from: account });
  for (const theme of themes) await takeLedger({ ...person, theme }, opening);
  await client("POST /amplify/campaigns/{id}/cancel", { params: { id: opening } });

  for (const theme of themes) {
    const running = await send(client, { subject: "Spring news", collection: "all", from: slowAccount });
    await takeWorkspace({ ...person, theme });
    await client("POST /amplify/campaigns/{id}/cancel", { params: { id: running } });
  }
  for (const theme of themes) await takeAccount({ ...person, theme });
  for (const theme of themes) await takeImport({ ...person, theme });
}

async function addAccount(
  client: Client,
  { appEmail, gapMs }: { appEmail: string; gapMs: number },
): Promise<void> {
  const limits = { perDay: 500, gapMs };
  const body = { provider: "google", appEmail, appPassword: "abcdefghijklmnop", ...limits } as const;
  await client("POST /amplify/auth/credentials", { body: { ...body, alias: `Harbour <${appEmail}>` } });
}

async function send(
  client: Client,
  mail: { subject: string; collection: string; from: string },
): Promise<string> {
  // The same request twice within a minute would be the same campaign.
  const body = { ...mail, html: `<p>Dear {{firstName|friend}}</p><!-- ${crypto.randomUUID()} -->` };
  return (await client("POST /email/send", { body })).campaignId;
}

type Person = { token: string; uid: string };
type Visit = Person & { theme: Theme };

async function takeWorkspace(visit: Visit): Promise<void> {
  const page = await openApp(visit, { width: 1320, height: 825 });
  await page
    .locator(".activity-line")
    .getByText(/^1[7-9]\/|^2\d\//)
    .waitFor();
  await writeWebp(page, join(folder, `workspace-${visit.theme}.webp`));
  await page.context().close();

  const phone = await openApp(visit, { width: 390, height: 780 });
  await phone.locator(".activity-line").waitFor();
  await writeWebp(phone, join(folder, `workspace-phone-${visit.theme}.webp`));
  await phone.context().close();
}

async function openApp(
  { theme, token, uid }: Visit,
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    deviceScaleFactor: scale,
    reducedMotion: "reduce",
  });
  await context.addCookies([{ name: "amplify", value: token, url: base }]);
  const page = await context.newPage();
  await page.addInitScript((value) => localStorage.setItem("uid", value), uid);
  await page.goto(`${base}/app`);
  await page.locator(".loader").waitFor({ state: "detached" });
  return page;
}

async function takeLedger(visit: Visit, campaignId: string): Promise<void> {
  const page = await openApp(visit, { width: 1000, height: 900 });
  await page.goto(`${base}/app#campaigns/${campaignId}/recipients`);
  const table = page.locator(".panel:not([hidden]) .table-frame");
  await table.getByText("uncertain", { exact: true }).waitFor();
  await writeWebp(page, join(folder, `ledger-${visit.theme}.webp`), { from: table, width: 608, height: 318 });
  await page.context().close();
}

async function takeAccount(visit: Visit): Promise<void> {
  const page = await openApp(visit, { width: 432, height: 900 });
  await page.getByRole("tab", { name: "Accounts" }).click();
  const card = page.locator(".account-card", { hasText: slowAccount });
  await card.waitFor();
  await writeWebp(page, join(folder, `account-${visit.theme}.webp`), { from: card, width: 400, height: 264 });
  await page.context().close();
}

async function takeImport(visit: Visit): Promise<void> {
  const page = await openApp(visit, { width: 640, height: 900 });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[type=file]").setInputFiles({
    name: "spring-fair.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(pictureSheet(visit.theme)),
  });
  await dialog.getByRole("button", { name: /^Import \d+/ }).click();
  await dialog
    .getByText(/rejected/)
    .first()
    .waitFor();
  await writeWebp(page, join(folder, `import-${visit.theme}.webp`), {
    from: dialog,
    width: 608,
    height: 320,
  });
  await page.context().close();
}

/** What others show beside a link to the site: the first screen, without the buttons nobody could press there. */
async function takeSocialPicture(): Promise<void> {
  const page = await blankPage(browser, { width: 1200, height: 630 });
  await page.goto(base);
  await page.addStyleTag({
    content: `.header, .hero-row { display: none } .hero { padding: 72px 64px 0 } .hero h1 { font-size: 104px }
      .drawing svg { height: 250px }`,
  });
  await page.evaluate(() => document.fonts.ready);
  await writePng(page, join(folder, "social.png"), { width: 1200, height: 630 });
  await page.context().close();
}

/** The mark on paper, with the margin that phones cut into; the smallest one fills its square. */
async function takeIcons(): Promise<void> {
  const mark = await Bun.file(join(folder, "../icon.svg")).text();
  const page = await blankPage(browser, { width: 512, height: 512 });
  for (const size of [48, 180, 192, 512]) {
    const ground = size === 48 ? "transparent" : "#fcfaf6";
    const markSize = size === 48 ? 48 : Math.round(size * 0.56);
    await page.setContent(
      `<style>body{margin:0;width:${size}px;height:${size}px;display:grid;place-content:center;background:${ground}}
        svg{width:${markSize}px;height:${markSize}px;display:block}</style>${mark}`,
    );
    await writePng(page, join(folder, `app-icon-${size}.png`), { width: size, height: size });
  }
  await page.context().close();
}

async function blankPage(from: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const context = await from.newContext({
    viewport,
    bypassCSP: true,
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  return context.newPage();
}
