import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindings, axeFindingsInBothThemes } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { startTestServer, type TestPerson } from "../../support/server/testServer.ts";
import { byRecipient, type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

let smtp: ScriptedSmtp;
const pages = servesPages(async () => {
  smtp = await startScriptedSmtp({ rcpt: byRecipient({ "bad@in.test": "550 5.1.1 No such user" }) });
  const relay = `smtp://127.0.0.1:${smtp.port}`;
  return startTestServer({ AMPLIFY_GOOGLE_SMTP: relay }, { islands: true });
});
afterAll(() => smtp.close());

const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Four leads who are mailed, of whom one is refused, and one who has opted out. */
async function ready(limits: { perMinute?: number } = {}): Promise<TestPerson> {
  const person = await pages.server.signUp();
  const { client } = person;
  const [appEmail, html] = ["ada@sender.test", "<p>Hi</p>"];
  const leads = ["one", "two", "bad", "three"].map((name) => ({ firstName: name, email: `${name}@in.test` }));
  await client("POST /amplify/leads/bulk", { body: { leads } });
  const out = { firstName: "Out", lastName: "Opted", email: "out@in.test", optout: true };
  await client("POST /amplify/leads", { body: out });
  const account = { provider: "google", appEmail, appPassword: "right", alias: `Ada <${appEmail}>` } as const;
  await client("POST /amplify/auth/credentials", { body: { ...account, ...limits } });
  await client("POST /templates", { body: { name: "Spring", design: null, html } });
  return person;
}

async function compose(page: Page): Promise<void> {
  await press(page, "Send Email");
  await dialog(page).getByLabel("Subject").fill("Spring news");
  await dialog(page).getByLabel("Template", { exact: true }).selectOption({ label: "Spring" });
}

test("a send says one thing, and its bar is full in the end", async () => {
  const as = await ready();
  const { page, complaints } = await pages.open({ as, path: "/app#leads", bypassCSP: true });
  await compose(page);
  await press(page, "Send to 4");
  const notices = page.locator(".toast-tray .notice");
  await notices.waitFor();
  expect(await notices.locator("p").allTextContents()).toEqual([
    'Email sent successfully: "Spring news" goes out to 4 leads in the background. You can close this page.',
    "The following leads have opted out and will not receive the email: out@in.test",
  ]);
  const bar = page.locator(".activity-line");
  await bar.getByText("Finished", { exact: true }).waitFor();
  await bar.getByText("3/4 Sent").waitFor();
  // The notice stands in nobody's way, though it named somebody: who is left out stands with the send.
  await notices.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Show what is under way" }).click();
  const list = page.locator(".activities");
  await list.getByText("1 lead left out").click();
  await list
    .getByText("The following leads have opted out and will not receive the email: out@in.test", {
      exact: true,
    })
    .waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);

  // The parts grow to their shares.
  const widths = await bar.locator(".segments").evaluate(async (element) => {
    await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
    return {
      whole: element.getBoundingClientRect().width,
      parts: [...element.children].map((part) => part.getBoundingClientRect().width),
    };
  });
  const share = widths.parts.map((width) => Math.round((width / widths.whole) * 100));
  expect(share).toEqual([75, 25]);
  expect(complaints).toEqual([]);
});

test("the policy of the pages lets a bar have its parts", async () => {
  const as = await ready();
  const { page, complaints } = await pages.open({ as, path: "/app#leads" });
  await compose(page);
  await press(page, "Send to 4");
  await page.locator('.segments [data-status="failed"]').waitFor();
  expect(complaints).toEqual([]);
});

test("a session that ends elsewhere while composing is said, hides the work, and gives it back", async () => {
  const as = await ready();
  const { page, complaints } = await pages.open({ as, path: "/app#leads", bypassCSP: true });
  await compose(page);
  await page.getByLabel("Subject").focus();
  await as.client("DELETE /amplify/account/sessions");
  const cover = page.getByRole("dialog", { name: "Sign in again" });
  await cover.getByText("Unauthorized: your session has ended.").waitFor();
  await page.getByLabel("Subject").waitFor({ state: "hidden" });
  await page.getByText("one@in.test").first().waitFor({ state: "hidden" });
  expect(await axeFindings(page)).toEqual([]);
  // A second Esc closes a dialog whatever the page says; it is there again at once.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await cover.getByLabel("Email").waitFor();

  await cover.getByLabel("Email").fill(as.email);
  await cover.getByLabel("Password").fill(as.password);
  await cover.getByRole("button", { name: "Sign in", exact: true }).click();
  await cover.waitFor({ state: "detached" });
  expect(await dialog(page).getByLabel("Subject").inputValue()).toBe("Spring news");
  // Whoever types goes on where they were.
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("Spring news");
  await press(page, "Send to 4");
  await page.locator(".activity-line").getByText("Finished", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test("a session that ends on the account page is said on the sign-in page, and one comes back from there", async () => {
  const as = await pages.server.signUp();
  const { page } = await pages.open({ as });
  await page.goto(`${pages.server.url}/login`);
  await page.evaluate((uid) => localStorage.setItem("uid", uid), as.uid);
  await page.goto(`${pages.server.url}/account`);
  await page.getByText("This device").waitFor();
  await as.client("DELETE /amplify/account/sessions");
  await page.getByLabel("Current password").fill(as.password);
  await page.getByLabel("New password").fill("Newer-Horse-8");
  await page.getByLabel("Confirm password").fill("Newer-Horse-8");
  await press(page, "Change password");
  await page.waitForURL("**/login");
  await page.getByRole("alert").getByText("Unauthorized: your session has ended.").waitFor();
  await page.getByLabel("Email").fill(as.email);
  await page.getByLabel("Password").fill(as.password);
  await press(page, "Sign in");
  await page.waitForURL("**/account");
});

test("a campaign whose account was removed says so, and its rest goes out from another one", async () => {
  // Two have had their turn then, and at least one of them has the mail.
  const as = await ready({ perMinute: 2 });
  const { client } = as;
  const params = {
    id: (
      await client("POST /email/send", {
        body: { subject: "Spring news", html: "<p>Hi</p>", from: "ada@sender.test", collection: "all" },
      })
    ).campaignId,
  };
  const sent = async () => {
    const { items } = await client("GET /amplify/campaigns/{id}/deliveries", { params });
    return items.filter(({ state }) => state === "sent").map(({ email }) => email);
  };
  await until(async () => {
    const { counts } = await client("GET /amplify/campaigns/{id}", { params });
    return counts.queued === 2 && counts.sending === 0;
  }, 60_000);
  await client("POST /amplify/campaigns/{id}/pause", { params });
  const had = await sent();
  expect(had.length).toBeGreaterThan(0);
  const [account] = await client("GET /amplify/auth/credentials");
  await client("DELETE /amplify/auth/credentials/{id}", { params: { id: account?._id ?? "" } });
  const other = {
    provider: "sandbox",
    appEmail: "eve@sandbox.test",
    alias: "Eve <eve@sandbox.test>",
  } as const;
  await client("POST /amplify/auth/credentials", { body: other });

  const { page, complaints } = await pages.open({ as, path: `/app#campaigns/${params.id}`, bypassCSP: true });
  const card = page.locator(".campaign-head");
  await card.getByText("Its account was removed. Send the rest from another account").waitFor();
  // Each way out of a pause that nobody made is a button.
  await card.getByRole("button", { name: "Send the rest from…" }).click();
  const sendRest = dialog(page).getByRole("button", { name: /^Send to \d$/ });
  await sendRest.click();
  await dialog(page).getByText("Choose an account", { exact: true }).last().waitFor();
  expect(await axeFindings(page, "dialog[open]")).toEqual([]);
  await dialog(page).getByLabel("From").selectOption({ label: "Eve <eve@sandbox.test>" });
  await sendRest.click();
  await card.getByText("Finished", { exact: true }).waitFor();
  const { items } = await client("GET /amplify/sandbox/mails");
  const rest = items.map(({ to }) => to);
  expect(rest.filter((email) => had.includes(email))).toEqual([]);
  expect(rest.length).toBe(2);
  expect(complaints).toEqual([]);
});
