import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { walkTo } from "../../support/browser/walkTo.ts";
import type { TestPerson } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const pages = servesPages();

/**
 * Six leads, of whom one bounces and two stay uncertain; an account that may send three mails a day, of which the
 * test is one, and one without a limit.
 */
async function somebody(): Promise<TestPerson> {
  const person = await pages.server.signUp();
  await pages.server.grant(person, { status: "AMEX" });
  const leads = ["ann", "ben", "cem", "bounce1", "uncertain1", "uncertain2"].map((name) => ({
    firstName: name,
    email: `${name}@recipients.example`,
    collection: ["newsletter"],
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  for (const [name, perDay] of [
    ["slow", 3],
    ["fast", null],
  ] as const) {
    const appEmail = `${name}@sandbox.example`;
    const alias = `Robin <${appEmail}>`;
    await person.client("POST /amplify/auth/credentials", {
      body: { provider: "sandbox", appEmail, alias, perDay },
    });
  }
  await person.client("POST /templates", {
    body: { name: "Letter", html: "<p>Dear {{firstName|friend}}</p>", design: null },
  });
  return person;
}

/** The campaign in this state, once there is one. */
async function only(person: TestPerson, state: Campaign["state"]): Promise<Campaign> {
  const inState = async () =>
    (await person.client("GET /amplify/campaigns")).filter((one) => one.state === state);
  await until(async () => (await inState()).length > 0);
  const [found] = await inState();
  if (found === undefined) throw new Error(`No campaign is ${state}`);
  return found;
}

type Walk = {
  person: TestPerson;
  page: Page;
  button: (name: string | RegExp) => ReturnType<Page["getByRole"]>;
  /** Walks to a button with Tab alone, and presses it. */
  press: (name: string | RegExp) => Promise<void>;
};

/** What has the focus, once it is this. */
async function focusOn(target: ReturnType<Page["locator"]>): Promise<void> {
  await target.first().waitFor();
  await until(() =>
    target.evaluateAll((found) => found.some((element) => element === document.activeElement)),
  );
}

/** Chooses an entry of the menu that has just been opened, by its arrows. */
async function choose(page: Page, word: string): Promise<void> {
  const entry = page.getByRole("menuitem", { name: word });
  await entry.waitFor();
  for (let presses = 0; presses < 12; presses += 1) {
    if (await entry.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
}

/** For everybody, with a template, from the slow account and at a moment. */
async function composeIt({ page, press }: Walk): Promise<void> {
  await press("New campaign");
  await page.keyboard.press("Enter");
  await page.getByText("People I choose").waitFor();
  await walkTo(page, page.getByRole("radio", { name: "People I choose" }));
  await page.keyboard.press("ArrowRight");
  await page.getByText("6 people get it").waitFor();
  await press(/^What/);
  await walkTo(page, page.getByRole("textbox", { name: "Subject" }));
  await page.keyboard.type("Hello");
  await press("Choose a template");
  await press("Letter");
  await page.getByText("from the template Letter").waitFor();
  await press(/^From and when/);
  await walkTo(page, page.getByRole("checkbox", { name: /slow@/ }));
  if (!(await page.getByRole("checkbox", { name: /slow@/ }).isChecked())) await page.keyboard.press("Space");
  await walkTo(page, page.getByRole("radio", { name: "Once it is started" }));
  await page.keyboard.press("ArrowRight");
  await page.locator('.composing-saved[data-state="saved"]').waitFor();
}

/** Once the test has gone the focus is still on its button; what was scheduled is taken back, and started at once. */
async function testAndStart({ person, page, button, press }: Walk): Promise<void> {
  await press(/^Review/);
  await press("Send a test");
  await page.getByText(/^Test email sent to/).waitFor();
  await focusOn(button("Send a test"));
  await press(/^Schedule for/);
  await only(person, "scheduled");
  await page.locator(".holding").waitFor();
  const taken = button("Take it back to change it");
  await focusOn(taken);
  const told = await taken.evaluate((element) => element.getAttribute("aria-describedby"));
  expect(await page.locator(`[id="${told}"]`).textContent()).toMatch(/^It goes out /);
  await page.keyboard.press("Enter");
  await only(person, "draft");
  await press(/^From and when/);
  await walkTo(page, page.getByRole("radio", { name: "At a date and time" }));
  await page.keyboard.press("ArrowLeft");
  await walkTo(page, page.getByLabel("The start can be undone for"));
  for (const key of ["Space", "Home", "Enter"]) await page.keyboard.press(key);
  await page.locator('.composing-saved[data-state="saved"]').waitFor();
  await press(/^Review/);
  await press("Send to 6 people");
  await page.waitForURL(/#campaigns\/[^/]+$/);
}

/** The account has sent what it may: what is left goes from the other one. */
async function pauseAndMove({ person, page, button, press }: Walk): Promise<void> {
  await until(async () => (await only(person, "running")).counts.queued === 4);
  await press("Pause");
  await focusOn(button("Resume"));
  await press("What can be done with Hello");
  await choose(page, "Send the rest from…");
  await page.getByLabel("Choose an account").or(page.locator("dialog[open] select")).first().waitFor();
  await page.keyboard.press("Escape");
  await focusOn(button("What can be done with Hello"));
  await page.keyboard.press("Enter");
  await choose(page, "Send the rest from…");
  await walkTo(page, page.locator("dialog[open] select"));
  await page.keyboard.type("Robin <fast");
  await press("Send to 4");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await only(person, "finished");
  await focusOn(page.locator(".campaign-head :is(button, h2)").or(page.locator(".workspace-content")));
}

/** Where a cause or a decision goes with its button, the focus is not lost with it. */
async function tryAgainAndDecide({ person, page, press }: Walk): Promise<void> {
  // A cause that is tried again goes with its button, which is not where the focus is lost.
  await press("Try again");
  await focusOn(page.getByRole("heading", { name: "What did not arrive" }));
  const { _id } = await only(person, "finished");
  await walkTo(page, page.getByRole("tab", { name: "Overview" }));
  await page.keyboard.press("ArrowRight");

  // Of two uncertain mails the one is decided, and the next stands ready.
  const decisions = page.locator("[data-decide]");
  await decisions.nth(1).waitFor();
  // At no width does what is to be chosen stand beyond the edge of the list.
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1024, height: 800 });
  const frame = page.locator(".recipients .table-frame");
  await until(() => frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
  if (before !== null) await page.setViewportSize(before);
  await walkTo(page, decisions);
  await page.keyboard.press("Enter");
  await choose(page, "It arrived");
  await until(
    async () =>
      (await person.client("GET /amplify/campaigns/{id}", { params: { id: _id } })).counts.uncertain === 1,
  );
  // Until the page has heard of it the focus is where it was, on a row that goes.
  await until(async () => (await decisions.count()) === 1);
  await focusOn(decisions);
  await page.keyboard.press("Enter");
  await choose(page, "It arrived");
  await focusOn(page.getByRole("tab", { name: "Recipients" }));
}

/** A row that goes leaves the focus to what brings it back, or to the row beside it. */
async function deleteAndArchive({ person, page, button, press }: Walk): Promise<void> {
  await press("Duplicate");
  await page.waitForURL(/\/compose$/);
  await page.goto(`${pages.server.url}/app#campaigns`);
  const draft = await only(person, "draft");

  await press(`What can be done with ${draft.name}`);
  await choose(page, "Delete the draft");
  await focusOn(button("Undo"));
  await page.keyboard.press("Enter");
  await only(person, "draft");
  await focusOn(page.locator(".campaign-table button, .campaign-tools button"));
  await press("What can be done with Hello");
  await choose(page, "Archive");
  await focusOn(button(`What can be done with ${draft.name}`));
}

/** What is come to is begun at what names it, and its page is titled so. */
async function lookElsewhere({ page }: Walk): Promise<void> {
  await walkTo(page, page.getByRole("link", { name: "Calendar", exact: true }));
  await page.keyboard.press("Enter");
  await focusOn(page.locator(".calendar-head h3"));
  expect(await page.title()).toBe("Amplify | Calendar");
  await page.evaluate(() => {
    location.hash = "#campaigns/compare";
  });
  await focusOn(page.getByRole("heading", { name: "Compared" }));
  expect(await page.title()).toBe("Amplify | Compared");
}

test("a campaign is scheduled, tested, taken back, started, paused, moved, decided, tried again, copied, deleted and archived by keyboard alone", async () => {
  const person = await somebody();
  const { page, complaints } = await pages.open({ as: person, path: "/app#campaigns" });
  const button: Walk["button"] = (name) => page.getByRole("button", { name });
  const press: Walk["press"] = async (name) => {
    await walkTo(page, button(name));
    await page.keyboard.press("Enter");
  };
  const walk = { person, page, button, press };
  await composeIt(walk);
  await testAndStart(walk);
  await pauseAndMove(walk);
  await tryAgainAndDecide(walk);
  await deleteAndArchive(walk);
  await lookElsewhere(walk);
  expect(complaints).toEqual([]);
});
