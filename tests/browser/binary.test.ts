import { expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildBinary } from "../../server/build/binary.ts";
import { openChromium } from "../support/chromium.ts";
import { fixtureIslands } from "../support/servePages.ts";

test("a compiled server alone in an empty folder serves islands that come alive", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-binary-"));
  const empty = join(folder, "empty");
  mkdirSync(empty);
  const outfile = join(folder, "tiny");
  const entry = resolve(import.meta.dir, "../support/tinyServer.ts");
  await buildBinary({ entry, outfile, islands: fixtureIslands });
  expect(existsSync(`${outfile}.assets`)).toBe(false);

  const server = Bun.spawn([outfile], { cwd: empty, env: {}, stdout: "pipe" });
  const browser = await openChromium();
  try {
    const { value } = await server.stdout.getReader().read();
    const base = `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`;
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("response", (response) => {
      if (!response.ok()) complaints.push(`${response.status()} ${response.url()}`);
    });

    await page.goto(`${base}/two`);
    await page.locator("[data-hydrated]").last().waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Count" }).first().click();
    expect(await page.locator("output").allTextContents()).toEqual(["2", "10"]);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
    server.kill();
    await server.exited;
    rmSync(folder, { recursive: true });
  }
}, 60_000);
