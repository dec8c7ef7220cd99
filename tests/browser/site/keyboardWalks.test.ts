import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { atWork } from "../../support/browser/atWork.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();
const tabsMax = 80;

/** A keyboard alone: `to` goes on by Tab until what has that name has the focus, and `press` presses Enter on it. */
function keyboardOf(page: Page) {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent;
      return (label ?? (element.textContent || element.title)).trim();
    });
  const to = async (name: RegExp) => {
    for (let tabs = 0; tabs < tabsMax; tabs += 1) {
      if (name.test(await focused())) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${tabsMax} Tabs lead to no ${name}`);
  };
  const until = (name: RegExp) =>
    page.waitForFunction(
      ([source, flags]) => {
        const element = document.activeElement as HTMLElement;
        return new RegExp(source ?? "", flags).test(
          element.getAttribute("aria-label") ?? (element.textContent?.trim() || element.title),
        );
      },
      [name.source, name.flags],
    );
  return {
    to,
    until,
    press: async (name: RegExp) => {
      await to(name);
      await page.keyboard.press("Enter");
    },
    type: async (name: RegExp, text: string) => {
      await to(name);
      await page.keyboard.press("Control+a");
      await page.keyboard.type(text);
    },
  };
}

test("a mail is begun from a starter, written, saved, renamed, put into a folder, deleted and brought back by keyboard", async () => {
  const { page, complaints } = await pages.open({ as: await atWork(pages, 0), path: "/app#design" });
  const { to, until, press, type } = keyboardOf(page);
  await page.getByRole("button", { name: "Letter", exact: true }).waitFor();
  await press(/^Starters$/);
  await press(/^Newsletter/);
  await until(/^Back to the templates$/);
  // The editor is fetched once it is wanted.
  await page.getByRole("button", { name: "Add Heading", exact: true }).waitFor();
  await press(/^Add Heading$/);
  await press(/^Add row 1 : 2$/);
  await press(/^Save As$/);
  await type(/^Name$/, "By keys");
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
  await until(/^Save As$/);
  await page.locator(".room-back").focus();
  await page.keyboard.press("Enter");
  // Whoever leaves it is on it in the list.
  await until(/^By keys$/);

  await press(/^More for By keys$/);
  await until(/^Rename$/);
  await page.keyboard.press("Enter");
  await type(/^Name$/, "Renamed");
  await page.keyboard.press("Enter");
  await until(/^More for Renamed$/);
  await page.keyboard.press("Enter");
  await until(/^Rename$/);
  await page.keyboard.press("m");
  await until(/^Move to a folder$/);
  await page.keyboard.press("Enter");
  await type(/^Or into a new one$/, "Shelf");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Shelf/ }).waitFor();
  await until(/^More for Renamed$/);
  await page.keyboard.press("Shift+Tab");
  await until(/^Delete Renamed$/);
  await page.keyboard.press("Enter");
  await until(/^Undo$/);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Renamed/ }).waitFor();

  await press(/^Renamed/);
  await until(/^Back to the templates$/);
  await page.keyboard.press("Enter");
  await until(/^Renamed/);
  await to(/^More for Renamed$/);
  expect(complaints).toEqual([]);
});

test("an account is added, limited, changed and removed, and a key made and revoked, by keyboard", async () => {
  const as = await atWork(pages, 0);
  await pages.server.grant(as, { status: "AMPR" });
  const { page, complaints } = await pages.open({ as, path: "/app#accounts" });
  const { to, until, press, type } = keyboardOf(page);
  await page.getByRole("button", { name: /^Edit Slow/ }).waitFor();
  await press(/^Add Credential$/);
  await to(/^Provider/);
  await page.keyboard.type("Sandbox");
  await type(/^Email$/, "keys@sandbox.example");
  await type(/^Sender name/, "Keys");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Edit Keys/ }).waitFor();
  await until(/^Add Credential$/);
  await press(/^Limits of Keys/);
  await type(/^Mails in 24 hours/, "7");
  await page.keyboard.press("Enter");
  await page.getByText("0 of 7 sent in the last 24 hours").waitFor();
  await until(/^Limits of Keys/);
  await press(/^Edit Keys/);
  await type(/^Sender name/, "Walked");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /^Walked/ }).waitFor();
  await until(/^Edit Walked/);
  await press(/^Delete Walked/);
  await to(/^Delete$/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /^Walked/ }).waitFor({ state: "hidden" });
  await until(/^Accounts$/);

  await page.goto(`${pages.server.url}/app#api/keys`);
  await page.getByText("No key yet").waitFor();
  await press(/^New key$/);
  await type(/^Name$/, "Walk");
  await page.keyboard.press("Enter");
  await page.getByText("Copy it now.").waitFor();
  // What was pressed is gone; the next Tab goes on in what came instead.
  await page.keyboard.press("Tab");
  await press(/^I have copied it$/);
  await press(/^Revoke: Walk$/);
  await press(/^Revoke$/);
  await page.getByText("No key yet").waitFor();
  expect(complaints).toEqual([]);
});

test("a form that is fetched once it is wanted begins in its first field too", async () => {
  const { page, complaints } = await pages.open({ as: await pages.server.signUp(), path: "/app" });
  const { press } = keyboardOf(page);
  await page.getByText("Your first mail, in four steps.").waitFor();
  await press(/^Connect mine$/);
  await page.getByRole("combobox", { name: "Provider" }).and(page.locator(":focus")).waitFor();
  expect(complaints).toEqual([]);
});

test("a new password is described by its rules, each with whether it is kept", async () => {
  const { page, context } = await pages.open();
  await page.goto(`${pages.server.url}/signup`);
  await page.getByLabel("Password", { exact: true }).fill("secret");
  const reader = await context.newCDPSession(page);
  const { root } = await reader.send("DOM.getDocument");
  const { nodeId } = await reader.send("DOM.querySelector", {
    nodeId: root.nodeId,
    selector: "[name=password]",
  });
  const { nodes } = await reader.send("Accessibility.getPartialAXTree", { nodeId, fetchRelatives: false });
  expect(nodes[0]?.description?.value).toMatch(
    /^A password needs at least 8 characters ?, missing .*a number ?, missing/,
  );
});
