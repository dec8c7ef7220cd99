import { expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildBinary } from "../../../server/build/binary.ts";
import { openChromium } from "../../support/browser/chromium.ts";
import { fixtureIslands } from "../../support/browser/servePages.ts";

test("a compiled server in a stranger's folder serves islands that come alive, and takes no code from there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-binary-"));
  const strange = join(folder, "strange");
  mkdirSync(strange);
  // Left to itself Bun would run this before the server, whose first words would be others then.
  await Bun.write(join(strange, "bunfig.toml"), 'preload = ["./stranger.ts"]\n');
  await Bun.write(join(strange, "stranger.ts"), 'process.stdout.write("0\\n"); process.exit(1);\n');
  const outfile = join(folder, "tiny");
  const entry = resolve(import.meta.dir, "../../support/server/tinyServer.ts");
  await buildBinary({ entry, outfile, islands: fixtureIslands });
  expect(existsSync(`${outfile}.assets`)).toBe(false);

  const server = Bun.spawn([outfile], { cwd: strange, env: {}, stdout: "pipe" });
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
