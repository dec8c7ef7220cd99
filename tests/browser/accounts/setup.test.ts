import { afterAll, expect, test } from "bun:test";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { type GoogleStandIn, startGoogleStandIn } from "../../support/google/googleStandIn.ts";
import { startTestServer } from "../../support/server/testServer.ts";

let google: GoogleStandIn;
const pages = servesPages(async () => {
  google = await startGoogleStandIn();
  return startTestServer({ ...google.environment, AMPLIFY_RATE_LIMITS: "on" }, { islands: true });
});
afterAll(() => google.close());

test("an administrator checks Google's client: a wrong secret is said, then a right one; nobody else gets there", async () => {
  const person = await pages.server.signUp();
  const visitor = await pages.open({
    as: person,
    bypassCSP: true,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const { page, complaints } = visitor;
  expect((await page.goto(`${pages.server.url}/setup`))?.status()).toBe(403);
  await page.getByRole("heading", { name: "This page is for administrators" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await pages.server.grant(person, { role: "admin" });
  expect((await page.goto(`${pages.server.url}/setup`))?.status()).toBe(200);
  expect(await axeFindings(page)).toEqual([]);
  const address = `${pages.server.url}/auth/google/callback`;
  const copy = page.getByRole("button", { name: "Copy" }).first();
  await copy.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  const check = page.getByRole("button", { name: "Check the settings now" });
  google.script.token = () => ({
    status: 401,
    body: { error: "invalid_client", error_description: "Unauthorized" },
  });
  await check.focus();
  await page.keyboard.press("Enter");
  await page.getByText("Google refuses the client ID or its secret: copy both again.").waitFor();
  await page.getByText(`Google sends people back to ${address}`).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  google.script.token = () => null;
  await check.click();
  await page.getByText("Google knows the client, and its secret is right").waitFor();
  expect(await page.getByText("Google refuses").count()).toBe(0);
  // Only whether it is there: neither the secret nor the client's name.
  const said = (await page.locator("main").textContent()) ?? "";
  expect(said).toContain("GOOGLE_CLIENT_SECRET: set");
  expect(said).not.toContain(google.clientId);
  expect(complaints).toEqual([]);
  // Asking again and again is asking Google again and again.
  const headers = { origin: pages.server.url };
  for (let times = 2; times < 10; times++)
    expect((await page.request.post(`${pages.server.url}/setup/check`, { headers })).status()).toBe(200);
  await check.click();
  await page.getByText("These checks were asked for too often.").waitFor();
});
