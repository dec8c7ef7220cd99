import { describe, expect, test } from "bun:test";
import { servesPages } from "../support/browser/servesPages.ts";
import { goodPassword } from "../support/server/testServer.ts";

/** The specification's public screens, routes and plans (its sections 2, 5 and 9), as text of this file's own. */
const pages = servesPages();

const reached = (path: string, cookie = "") =>
  fetch(pages.server.url + path, { redirect: "manual", headers: { cookie } });

async function textOf(path: string): Promise<string> {
  const { page } = await pages.open();
  await page.goto(pages.server.url + path);
  return (await page.locator("body").textContent()) ?? "";
}

describe("routes", () => {
  const open = ["/", "/signup", "/login", "/privacy", "/contact", "/pricing", "/terms"];

  test("the public pages are open to everybody", async () => {
    for (const path of open) expect([path, (await reached(path)).status]).toEqual([path, 200]);
  });

  test("/app leads a visitor to /, and so does any other path", async () => {
    for (const path of ["/app", "/dashboard", "/dashboard/campaigns", "/about", "/blog", "/nonsense"]) {
      const answer = await reached(path);
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 302, "/"]);
    }
  });

  test("a page's path with a slash behind it leads to the page", async () => {
    for (const path of [...open.filter((one) => one !== "/"), "/app"]) {
      const answer = await reached(`${path}/?from=mail`);
      expect([answer.status, answer.headers.get("location")]).toEqual([302, `${path}?from=mail`]);
    }
    const answer = await reached("/nonsense/");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
  });

  test("signed in, /login, /signup and any other path lead to /app", async () => {
    const { cookie } = await pages.server.signUp();
    for (const path of ["/login", "/signup", "/nonsense"]) {
      const answer = await reached(path, cookie);
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 302, "/app"]);
    }
    for (const path of ["/app", "/", "/pricing"])
      expect([path, (await reached(path, cookie)).status]).toEqual([path, 200]);
  });

  test("the sign-in page is titled 'Amplify | Login'", async () => {
    expect(await (await reached("/login")).text()).toContain("<title>Amplify | Login</title>");
  });
});

/** What the pricing page says of its plans. */
const planLines = [
  "Free",
  "$0",
  "Premium",
  "$29",
  "Enterprise",
  "$99",
  "Up to 50 leads",
  "Basic templates",
  "Campaign creation",
  "Basic analytics",
  "Email support",
  "Up to 1,000 leads",
  "A/B testing",
  "Advanced analytics",
  "Priority support",
  "Custom branding",
  "API access",
  "14-day free trial",
  "Unlimited leads (1,000+)",
  "Custom templates",
  "Automation",
  "Dedicated account manager",
  "Phone support",
  "Custom integrations",
  "SLA",
  "Advanced security",
  "Custom onboarding",
];

describe("pages", () => {
  test("the landing page has its statistics, features, story, mission and testimonials, and leads to the rest", async () => {
    const { page } = await pages.open();
    await page.goto(pages.server.url);
    const text = (await page.locator("body").textContent()) ?? "";
    for (const part of ["10K+", "users", "500K+", "emails", "99%", "delivery", "mission"])
      expect(text.toLowerCase()).toContain(part.toLowerCase());
    await page.getByRole("heading", { name: "Testimonials" }).waitFor();
    for (const path of ["/signup", "/login", "/contact"])
      expect(await page.locator(`main a[href="${path}"]`).count()).toBeGreaterThan(0);
  });

  test("login has e-mail, password, 'Continue with Google' and a way to sign-up", async () => {
    const { page } = await pages.open();
    await page.goto(`${pages.server.url}/login`);
    await page.getByRole("textbox", { name: "Email" }).waitFor();
    await page.getByLabel("Password", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Continue with Google" }).waitFor();
    expect(await page.locator('main a[href="/signup"]').count()).toBeGreaterThan(0);
  });

  test("sign-up has its five fields, 'Create Account', 'Sign up with Google', and leads to /login once done", async () => {
    const { page } = await pages.open();
    await page.goto(`${pages.server.url}/signup`);
    await page.getByRole("button", { name: "Sign up with Google" }).waitFor();
    expect(await page.locator('main a[href="/login"]').count()).toBeGreaterThan(0);
    const fields = ["First name", "Last name", "Email", "Password", "Confirm password"];
    for (const name of fields)
      expect(await page.getByLabel(name, { exact: true }).getAttribute("required")).not.toBeNull();
    const values = ["Ada", "Byron", "ada@shop.example", goodPassword, goodPassword];
    for (const [i, name] of fields.entries())
      await page.getByLabel(name, { exact: true }).fill(values[i] ?? "");
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.waitForURL("**/login");
  });

  test("pricing has three plans, their prices and lines, and buttons that open a mail about an upgrade", async () => {
    const text = await textOf("/pricing");
    for (const line of planLines) expect(text).toContain(line);
    const { page } = await pages.open();
    await page.goto(`${pages.server.url}/pricing`);
    const upgrades = page.getByRole("link", { name: /Upgrade/ });
    expect(await upgrades.count()).toBe(2);
    for (const link of await upgrades.all())
      expect((await link.getAttribute("href"))?.toLowerCase()).toMatch(/^mailto:[^?]+\?subject=.*upgrade/);
  });

  test("upgrades and downgrades take effect, the terms change and people are old enough, as it says", async () => {
    expect(await textOf("/pricing")).toContain("next billing cycle");
    const terms = await textOf("/terms");
    for (const part of ["13 years", "30 days", "immediately", "next billing cycle"])
      expect(terms).toContain(part);
  });

  test("contact is by e-mail", async () => {
    const { page } = await pages.open();
    await page.goto(`${pages.server.url}/contact`);
    expect(await page.locator('main a[href^="mailto:"]').count()).toBeGreaterThan(0);
  });
});

describe("the shell", () => {
  test("a toggle turns the theme, which is remembered under 'theme'", async () => {
    const { page } = await pages.open({ colorScheme: "light" });
    await page.goto(pages.server.url);
    await page.getByRole("button", { name: /dark|theme/i }).click();
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    await page.getByRole("contentinfo").waitFor();
  });

  test("the workspace's header has the toggle too, and the person's menu follows it", async () => {
    const { page } = await pages.open({
      as: await pages.server.signUp(),
      path: "/app",
      colorScheme: "light",
    });
    const header = page.getByRole("banner");
    await header.getByRole("button", { name: /your menu/ }).click();
    const inMenu = (name: string) => page.getByRole("menuitemradio", { name, checked: true });
    await inMenu("System").waitFor();
    await page.keyboard.press("Escape");
    await inMenu("System").waitFor({ state: "hidden" });
    await header.getByRole("button", { name: /dark/i }).click();
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
    await header.getByRole("button", { name: /your menu/ }).click();
    await inMenu("Dark").waitFor();
  });

  test("the header shows 'App' off the workspace and 'Logout' in it", async () => {
    const ada = await pages.server.signUp();
    const { page } = await pages.open({ as: ada, path: "/pricing" });
    const header = page.getByRole("banner");
    await header.getByRole("link", { name: "App", exact: true }).click();
    await page.waitForURL("**/app*");
    await header.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/app"));
    expect(await page.evaluate(() => localStorage.getItem("uid"))).toBeNull();
  });
});

describe("what the sign-in pages say", () => {
  async function saidBy(path: string, fields: Record<string, string>, button: string, answer?: object) {
    const { page } = await pages.open();
    if (answer !== undefined) await page.route("**/amplify/auth/**", (route) => route.fulfill(answer));
    await page.goto(pages.server.url + path);
    for (const [name, value] of Object.entries(fields))
      await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByRole("button", { name: button, exact: true }).click();
    const alert = page
      .locator('[role="alert"], [aria-invalid="true"] ~ *, .field-fault')
      .filter({ hasText: /\S/ });
    await alert.first().waitFor();
    return page.locator("main").textContent();
  }
  const login = { Email: "ada@shop.example", Password: goodPassword };
  const signUp = { "First name": "Ada", "Last name": "Byron", ...login, "Confirm password": goodPassword };

  test("a sign-in that fails: 'Invalid Credentials', the server's message, or 'Failed to login'", async () => {
    const other = { Email: "nobody@shop.example", Password: goodPassword };
    expect(await saidBy("/login", other, "Sign in")).toContain("Invalid Credentials");
    const told = { status: 503, contentType: "application/json", body: '{"message":"Gone fishing"}' };
    expect(await saidBy("/login", login, "Sign in", told)).toContain("Gone fishing");
    expect(await saidBy("/login", login, "Sign in", { status: 500, body: "" })).toContain("Failed to login");
    const empty = { status: 200, contentType: "application/json", body: "null" };
    expect(await saidBy("/login", login, "Sign in", empty)).toContain("Invalid Credentials");
  });

  test("a sign-in without both fields: 'Please enter username and password'", async () => {
    const text = await saidBy("/login", { Email: "", Password: "" }, "Sign in");
    expect(text).toContain("Please enter username and password");
  });

  test("a sign-up that fails: the server's message, or 'Failed to sign up'", async () => {
    const told = { status: 409, contentType: "application/json", body: '{"message":"Taken"}' };
    expect(await saidBy("/signup", signUp, "Create Account", told)).toContain("Taken");
    const text = await saidBy("/signup", signUp, "Create Account", { status: 502, body: "<html>" });
    expect(text).toContain("Failed to sign up");
  });
});
