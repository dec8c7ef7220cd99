import { expect, test } from "bun:test";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();

test("on a phone what ends a long form stays within reach, and never over what has the focus", async () => {
  const as = await pages.server.signUp();
  const { page } = await pages.open({ as, path: "/app", viewport: { width: 390, height: 600 } });
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Add Lead", exact: true }).click();
  await page.getByRole("dialog").getByLabel("First name").waitFor();
  const placed = () =>
    page.evaluate(() => {
      const actions = document.querySelector(".dialog[open] .stack > .actions");
      const focused = document.activeElement;
      const [end, own] = [actions, focused].map((element) => element?.getBoundingClientRect());
      return {
        isBeyond: (end?.bottom ?? 0) > innerHeight,
        isCovered: !actions?.contains(focused) && (own?.bottom ?? 0) > (end?.top ?? 0),
        isLast: focused?.textContent === "Add Lead",
      };
    });
  const seen = [];
  while (seen.at(-1)?.isLast !== true && seen.length < 20) {
    seen.push(await placed());
    await page.keyboard.press("Tab");
  }
  expect(seen.at(-1)?.isLast).toBe(true);
  expect(seen.filter(({ isBeyond, isCovered }) => isBeyond || isCovered)).toEqual([]);
});

test("what has no place to break, such as an address or a collection's name, makes nothing wider than what it stands in", async () => {
  const as = await pages.server.signUp();
  const domain = `${"d".repeat(55)}.test`;
  const appEmail = `${"a".repeat(50)}@${domain}`;
  const account = { provider: "sandbox", appEmail, alias: `Ann <${appEmail}>` } as const;
  await as.client("POST /amplify/auth/credentials", { body: account });
  await as.client("POST /amplify/leads", {
    body: { firstName: "Ann", lastName: "Lee", email: "ann@in.test", collection: ["w".repeat(60)] },
  });
  await as.client("POST /amplify/collections", { body: { name: "c".repeat(60) } });
  await as.client("POST /amplify/fields", { body: { label: "F".repeat(60), kind: "text" } });
  await as.client("POST /amplify/segments", {
    body: {
      name: "W".repeat(60),
      question: { match: "all", of: [{ about: "lastName", op: "is", value: "Lee" }] },
    },
  });
  const { page } = await pages.open({ as, path: "/app#accounts", viewport: { width: 1440, height: 900 } });
  const spilled = (within: string) =>
    page.evaluate(
      (selector) =>
        [...document.querySelectorAll(selector)]
          .filter((element) => element.scrollWidth > element.clientWidth + 1)
          .map(({ className }) => className),
      within,
    );
  await page.getByRole("button", { name: /^Edit/ }).click();
  await page.getByText("Recipients see:").waitFor();
  expect(await spilled(".dialog-body, .dialog-body .sender-preview")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole("tab", { name: "Leads" }).click();
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Add Lead", exact: true }).click();
  await page.getByRole("checkbox", { name: "c".repeat(60) }).waitFor();
  expect(await spilled(".dialog[open], .dialog[open] .dialog-body")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator("#panel-leads").getByRole("button", { name: "Filter", exact: true }).click();
  await page.locator(".segment-chip").waitFor();
  expect(await spilled(".segment-chip, .segment-chip .chip")).toEqual([]);
  await page.getByRole("button", { name: "Add Lead", exact: true }).click();
  await page.getByRole("dialog").getByLabel("w".repeat(60)).waitFor();
  expect(await spilled(".dialog-body, .dialog-body form")).toEqual([]);
});

test("of a name that runs from right to left, what is cut is its end", async () => {
  const as = await pages.server.signUp();
  const name = "مرحبا بالعالم هذا اسم طويل جدا لا مكان له هنا".slice(0, 45);
  await as.client("POST /amplify/leads", {
    body: { firstName: name, lastName: "عربي", email: "rtl@in.test", collection: [name] },
  });
  await as.client("POST /amplify/campaigns", { body: { name: `${name} ${name}`, kind: "once" } });
  const { page } = await pages.open({ as, path: "/app#leads", viewport: { width: 1440, height: 900 } });
  /** Whether the whole name has room, and whether its first letter is seen. */
  const beginning = async (selector: string) => {
    const cut = page.locator(selector).filter({ hasText: name }).first();
    await cut.waitFor();
    return cut.evaluate((element) => {
      const letter = document.createRange();
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
      letter.setStart(text, 0);
      letter.setEnd(text, 1);
      const [seen, at] = [element.getBoundingClientRect(), letter.getBoundingClientRect()];
      return {
        isCut: element.scrollWidth > element.clientWidth,
        isSeen: at.left >= seen.left - 1 && at.right <= seen.right + 1,
      };
    });
  };
  const endIsCut = { isCut: true, isSeen: true };
  expect(await beginning(".cell-name :is(a, span)")).toEqual(endIsCut);
  expect(await beginning(".chip-name")).toEqual(endIsCut);
  await page.getByRole("tab", { name: "Campaigns" }).click();
  expect(await beginning(".campaign-name")).toEqual(endIsCut);
});

test("on a tablet a lead is edited and deleted from its row, in which both buttons have room", async () => {
  const as = await pages.server.signUp();
  await as.client("POST /amplify/leads", {
    body: { firstName: "Ann", lastName: "Lee", email: "ann@in.test", collection: [] },
  });
  const tablet = { hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } };
  const { page } = await pages.open({ as, path: "/app#leads", ...tablet });
  const cell = page.locator("tbody .cell-actions").first();
  await cell.waitFor();
  const room = () => cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await room()).toBeLessThanOrEqual(0);
});
