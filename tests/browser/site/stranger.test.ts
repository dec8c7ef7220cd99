import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { servesPages } from "../../support/browser/servesPages.ts";
import { walkTo } from "../../support/browser/walkTo.ts";
import { goodPassword } from "../../support/server/testServer.ts";

const pages = servesPages();
/** The longest way, and one whose steps are under a finger that stays, are walked with everything that moves on them, as most people see it. */
const asMost = { reducedMotion: "no-preference" } as const;

/** Counts what a person does beyond their sign-up. */
function handOf(page: Page) {
  const counted = { presses: 0, fields: 0 };
  return {
    counted,
    async press(target: Locator): Promise<void> {
      counted.presses += 1;
      await target.click();
    },
    async fill(label: string, text: string): Promise<void> {
      counted.fields += 1;
      await page.getByLabel(label).fill(text);
    },
  };
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(`${pages.server.url}/signup`);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(goodPassword);
  await page.getByLabel("Confirm password").fill(goodPassword);
  await page.getByRole("button", { name: "Create Account", exact: true }).click();
  await page.waitForURL("**/login");
}

async function signIn(page: Page, { press, fill }: ReturnType<typeof handOf>, email: string): Promise<void> {
  await fill("Email", email);
  await fill("Password", goodPassword);
  await press(page.getByRole("button", { name: "Sign in", exact: true }));
  await page.waitForURL("**/app*");
  await page.getByText("Your first mail, in four steps.").waitFor();
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a stranger has the first sandbox mail after nine presses and two fields at most, step by step", async () => {
  const { page, complaints } = await pages.open(asMost);
  const email = "stranger@example.com";
  await signUp(page, email);
  const hand = handOf(page);
  await signIn(page, hand, email);
  // Nothing is there to be looked through.
  expect(await page.getByLabel("Search leads").count()).toBe(0);
  await hand.press(button(page, "Use sample leads"));
  await hand.press(button(page, "Choose a starter"));
  await hand.press(page.getByRole("button", { name: /^Newsletter/ }));
  await hand.press(button(page, "Use the sandbox"));
  await hand.press(button(page, "Send the first mail"));
  await hand.press(button(page, "Send to 6"));
  await page.getByText("6/6 Sent").waitFor();
  expect(hand.counted.presses).toBeLessThanOrEqual(9);
  expect(hand.counted.fields).toBeLessThanOrEqual(2);

  await page.goto(`${pages.server.url}/sandbox`);
  await page.getByRole("link", { name: "Hello Mara, this is our first letter" }).waitFor();
  expect(complaints).toEqual([]);
});

test("by keyboard each step has the focus once the one before is done, and a first mail under way is not offered again", async () => {
  const { page, complaints } = await pages.open();
  const email = "keys@example.com";
  await signUp(page, email);
  // The address is known from the sign-up.
  await page.getByLabel("Password").and(page.locator(":focus")).waitFor();
  await page.keyboard.type(goodPassword);
  await page.keyboard.press("Enter");
  await page.getByText("Your first mail, in four steps.").waitFor();
  const next = (name: string) => button(page, name).and(page.locator(":focus")).waitFor();
  // What is pressed before it is there moves the focus on the page behind it, which has it again once the dialog closes.
  const opened = () => page.locator("dialog[open] :focus").waitFor();
  await walkTo(page, button(page, "Use sample leads"));
  await page.keyboard.press("Enter");
  await next("Choose a starter");
  await page.keyboard.press("Enter");
  await opened();
  await walkTo(page, page.getByRole("button", { name: /^Newsletter/ }));
  await page.keyboard.press("Enter");
  await next("Use the sandbox");
  await page.keyboard.press("Enter");
  await next("Send the first mail");
  await page.keyboard.press("Enter");
  await opened();
  await walkTo(page, button(page, "Send to 6"));
  await page.keyboard.press("Enter");
  await page.getByText("Your first mail is on its way.").waitFor();
  await next("Send the first mail");
  expect(await button(page, "Send the first mail").getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("Enter");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByText("6/6 Sent").waitFor();
  await page.getByRole("heading", { name: "Leads" }).and(page.locator(":focus")).waitFor();
  expect(complaints).toEqual([]);
});

test("one's own account is connected in Accounts, and the next step is under the finger again", async () => {
  const { page, complaints } = await pages.open(asMost);
  const email = "own@example.com";
  await signUp(page, email);
  const hand = handOf(page);
  await signIn(page, hand, email);
  await hand.press(button(page, "Use sample leads"));
  await hand.press(button(page, "Choose a starter"));
  await hand.press(page.getByRole("button", { name: /^Newsletter/ }));
  await hand.press(button(page, "Connect mine"));
  const dialog = page.getByRole("dialog", { name: "Add Credential" });
  // Whoever thinks better of it has the same step before them.
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await button(page, "Use the sandbox").waitFor();
  await hand.press(button(page, "Connect mine"));
  await dialog.getByLabel("Provider").selectOption("sandbox");
  await dialog.getByLabel("Email").fill("own@sandbox.example");
  await dialog.getByLabel("Sender name").fill("Ada");
  await dialog.getByRole("button", { name: "Add Credential", exact: true }).click();
  const next = button(page, "Send the first mail").and(page.locator(":focus"));
  await next.waitFor();
  // The notice that it is added does not lie over the step, and stands right above it.
  const notice = page.locator(".toast-tray .notice");
  await notice.waitFor();
  const edges = async (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().toJSON());
  const gap = (await edges(page.locator(".next-step"))).top - (await edges(notice)).bottom;
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(16);
  expect(complaints).toEqual([]);
});

test("or all at once with sample data, which go again in one press", async () => {
  const { page, complaints } = await pages.open();
  const email = "inahurry@example.com";
  await signUp(page, email);
  const hand = handOf(page);
  await signIn(page, hand, email);
  await hand.press(button(page, "Do it all with sample data"));
  await page.getByRole("row", { name: /Mara Lindqvist/ }).waitFor();
  expect(hand.counted).toEqual({ presses: 2, fields: 2 });

  await page.goto(`${pages.server.url}/app#leads/start`);
  await page.getByText("Your first mail is out.").waitFor();
  await button(page, "Remove the sample data").click();
  await page.getByText("Your first mail, in four steps.").waitFor();
  await button(page, "Put this away").click();
  await page.getByText("No leads yet").waitFor();
  await page.reload();
  await page.getByText("No leads yet").waitFor();
  await page.goto(`${pages.server.url}/app#leads/start`);
  await page.getByText("Your first mail, in four steps.").waitFor();
  expect(complaints).toEqual([]);
});

test("a starter that is being chosen stays open when the first leads come and the steps give way to them", async () => {
  const { page, complaints } = await pages.open();
  const email = "meanwhile@example.com";
  await signUp(page, email);
  await signIn(page, handOf(page), email);
  await button(page, "Choose a starter").click();
  const dialog = page.getByRole("dialog", { name: "Choose a starter" });
  await dialog.waitFor();
  await dialog.evaluate((element) => element.setAttribute("data-opened", "once"));

  const other = await page.context().newPage();
  await other.goto(`${pages.server.url}/app`);
  await button(other, "Use sample leads").click();
  await page.getByRole("row", { name: /Mara Lindqvist/, includeHidden: true }).waitFor();
  await other.close();

  expect(await dialog.getAttribute("data-opened")).toBe("once");
  await dialog.getByRole("button", { name: /^Newsletter/ }).click();
  await button(page, "Use the sandbox").and(page.locator(":focus")).waitFor();
  expect(complaints).toEqual([]);
});
