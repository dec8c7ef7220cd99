import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { walkTo } from "../../support/browser/walkTo.ts";
import { drafted, step } from "../../support/campaigns/drafted.ts";
import type { TestPerson } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const pages = servesPages();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const part = (page: Page, name: string) => page.locator(`#part-${name}`);
const saved = (page: Page) => page.locator('.composing-saved[data-state="saved"]');
const names = ["Ann", "Beta", "Cem"];

/** Somebody with three leads in a collection, a template and an account. */
async function somebody(): Promise<TestPerson> {
  const person = await pages.server.signUp();
  const leads = names.map((firstName) => ({
    firstName,
    email: `${firstName.toLowerCase()}@recipients.example`,
    collection: ["newsletter"],
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const appEmail = "robin@sandbox.example";
  const account = { provider: "sandbox", appEmail, alias: `Robin <${appEmail}>` } as const;
  await person.client("POST /amplify/auth/credentials", { body: account });
  // With styles of its own, as any mail has: the page's policy must never meet them.
  const sheet = "<style>p { color: #111 }</style>";
  const html = `${sheet}<p style="margin: 0">Dear {{firstName|friend}}, three things.</p>`;
  await person.client("POST /templates", { body: { name: "Letter", html, design: null } });
  return person;
}

async function writeMail(page: Page, { at, subject }: { at: number; subject: string }): Promise<void> {
  const card = page.locator(".mail-card").nth(at);
  await card.getByLabel("Subject", { exact: true }).fill(subject);
  await card.getByRole("button", { name: "Choose a template" }).click();
  await page.locator(".template-cards").getByRole("button", { name: "Letter" }).first().click();
  await card.getByText("from the template Letter").waitFor();
}

async function startIt(page: Page): Promise<void> {
  await button(page, "Start the sequence for 3 people").click();
  await page
    .locator(".holding")
    .getByText(/Starts in \d+ seconds/)
    .first()
    .waitFor();
}

/** Leaves the page before what was typed is saved. */
async function nameAndReload(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name of the campaign").fill(name);
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
}

test("a sequence of three mails with a second version is composed, started, taken back and started again", async () => {
  const person = await somebody();
  await pages.server.grant(person, { status: "AMEX" });
  const { page, complaints } = await pages.open({ as: person, path: "/app#campaigns", bypassCSP: true });
  await button(page, "New campaign").click();
  await page.getByRole("menuitem", { name: "A sequence of mails" }).click();

  await page.getByLabel("Name of the campaign").fill("Spring");
  await page.getByRole("combobox", { name: "Add a collection" }).click();
  await page.getByRole("option", { name: /newsletter/ }).click();
  await page.getByText("3 people get it").waitFor();

  // Its name has all that is seen on it, in that order, as a voice says it.
  await part(page, "what")
    .getByRole("button", { name: /^What A mail without a subject\.? Fill in/ })
    .click();
  await writeMail(page, { at: 0, subject: "Hello {{firstName}}" });
  await button(page, /Try another version beside it/).click();
  await page
    .locator(".mail-card")
    .nth(1)
    .getByLabel("Subject", { exact: true })
    .fill("Good day {{firstName}}");
  for (const at of [2, 3]) {
    await button(page, "Add a mail").click();
    await page.locator(".mail-card").nth(at).waitFor();
    await writeMail(page, { at, subject: `Once more, ${at}` });
  }
  await page.getByLabel("To whom of those before").last().selectOption({ label: "whoever did not open it" });
  expect(await axeFindings(page, ".composing")).toEqual([]);

  // What was written is there again after a reload, at the same address, and even what was typed just before it.
  await saved(page).waitFor();
  await nameAndReload(page, "Spring news");
  await page.locator(".loader").waitFor({ state: "detached" });
  await part(page, "what")
    .getByText(/After 3 days: “Once more, 2”/)
    .waitFor();
  expect(await page.getByLabel("Name of the campaign").inputValue()).toBe("Spring news");

  await page.emulateMedia({ colorScheme: "dark" });
  await part(page, "when")
    .getByRole("button", { name: /^From and when/ })
    .click();
  expect(await page.getByRole("checkbox", { name: /^Robin/ }).isChecked()).toBe(true);
  expect(await axeFindings(page, ".composing")).toEqual([]);

  await part(page, "review")
    .getByRole("button", { name: /^Review/ })
    .click();
  await page.frameLocator(".preview-stage iframe").getByText("three things").waitFor();
  await startIt(page);
  await button(page, "Undo").click();
  await page.getByText("Taken back: nothing was sent").waitFor();
  const list = await person.client("GET /amplify/campaigns");
  expect(list.map(({ name, state }) => [name, state])).toEqual([["Spring news", "draft"]]);

  await part(page, "when")
    .getByRole("button", { name: /^From and when/ })
    .click();
  await page.getByLabel("The start can be undone for").selectOption({ label: "10 seconds" });
  await saved(page).waitFor();
  await part(page, "review")
    .getByRole("button", { name: /^Review/ })
    .click();
  await startIt(page);
  await page.waitForURL(/#campaigns\/[^/]+$/);
  await until(async () => (await person.client("GET /amplify/campaigns"))[0]?.state === "running");
  expect(complaints).toEqual([]);
});

test("the simplest campaign is composed and started with the keyboard alone", async () => {
  const person = await somebody();
  const { page, complaints } = await pages.open({ as: person, path: "/app#campaigns" });
  const { keyboard } = page;
  const tabTo = (name: string | RegExp, role: Parameters<Page["getByRole"]>[0] = "button") =>
    walkTo(page, page.getByRole(role, { name }));

  await tabTo("New campaign");
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await page.getByText("People I choose").waitFor();
  // What was pressed is gone: whoever pressed it hears which campaign they are in.
  await page.locator('.composing-main[aria-label="Unnamed campaign"]:focus').waitFor();
  await tabTo("People I choose", "radio");
  await keyboard.press("ArrowRight");
  await page.getByText("3 people get it").waitFor();

  await tabTo(/^What/);
  await keyboard.press("Enter");
  await tabTo("Subject", "textbox");
  await keyboard.type("Hello");
  await tabTo("Choose a template");
  await keyboard.press("Enter");
  await page.locator(".template-cards").first().waitFor();
  await tabTo("Letter");
  await keyboard.press("Enter");
  await page.getByText("from the template Letter").waitFor();
  await saved(page).waitFor();

  await tabTo(/^Review/);
  await keyboard.press("Enter");
  await tabTo("Send to 3 people");
  await keyboard.press("Enter");
  await page.locator(".holding").waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === "Undo");
  await keyboard.press("Enter");
  await page.getByText("Taken back: nothing was sent").waitFor();
  expect(complaints).toEqual([]);
});

test("whoever writes at the end of a long draft sees that it is not saved, and what to do", async () => {
  const person = await somebody();
  const { client } = person;
  const draft = await client("POST /amplify/campaigns", { body: { kind: "sequence" } });
  const steps = [step("one", 0), step("two", 60), step("three", 60)];
  const params = { id: draft._id };
  await client("PUT /amplify/campaigns/{id}/plan", { params, body: { version: draft.version, steps } });
  const path = `/app#campaigns/${draft._id}/compose`;
  const viewport = { width: 1440, height: 800 };
  const { page } = await pages.open({ as: person, path, bypassCSP: true, viewport });
  await button(page, /^What/).click();
  const last = page.locator(".mail-card").nth(2).getByLabel("Subject", { exact: true });
  await page.context().setOffline(true);
  await last.fill("The third mail");
  for (const shown of [button(page, "Save now"), page.getByText("Not saved", { exact: true })])
    expect((await shown.boundingBox())?.y).toBeGreaterThan(0);
  expect((await last.boundingBox())?.y).toBeGreaterThan(0);
  await page.context().setOffline(false);
  await saved(page).waitFor();
});

test("on a small phone a collection named from right to left keeps its numbers behind it, and the head its one line", async () => {
  const person = await somebody();
  const name = "العملاء";
  const leads = [true, false].map((optout) => ({
    firstName: "Dina",
    lastName: "Lee",
    email: `dina.${optout}@recipients.example`,
    optout,
    collection: [name],
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const draft = await person.client("POST /amplify/campaigns", { body: { kind: "once" } });
  const path = `/app#campaigns/${draft._id}/compose`;
  const { page } = await pages.open({ as: person, path, viewport: { width: 320, height: 800 } });
  for (const collection of ["newsletter", name]) {
    await page.getByRole("combobox", { name: "Add a collection" }).click();
    await page.getByRole("option", { name: collection }).click();
  }
  await part(page, "whom")
    .getByText(/1 is left out/)
    .waitFor();
  const placed = await page.evaluate((named) => {
    const lefts = (selector: string, words: string) => {
      const texts = document.createTreeWalker(
        document.querySelector(selector) ?? document,
        NodeFilter.SHOW_TEXT,
      );
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const at = text.textContent?.indexOf(words) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + words.length);
        const { left, top } = range.getBoundingClientRect();
        return Math.round(top) * 10_000 + Math.round(left);
      }
      return Number.NaN;
    };
    const sentence = "#part-whom";
    const token = ".people-token:last-child";
    return [
      lefts(sentence, named) < lefts(sentence, "1 is left"),
      lefts(token, named) < lefts(token, "2 leads"),
    ];
  }, name);
  expect(placed).toEqual([true, true]);
  const [saving, more] = [page.locator(".composing-saved"), button(page, "More about this campaign")];
  const [before, beside] = [await saving.boundingBox(), await more.boundingBox()];
  expect(beside?.x).toBeGreaterThan((before?.x ?? 0) + (before?.width ?? 0) - 1);
  // Whoever has it read out is told of the review what is seen of it, and not that nothing was chosen.
  const [whom, review] = [button(page, /^Whom/), button(page, /^Review/)];
  expect([await whom.textContent(), await review.textContent()]).toEqual([
    expect.stringContaining(", ready"),
    expect.stringMatching(/still to be filled in\. Look$/),
  ]);
});

test("when it is done is told in the twelve or twenty-four hours of whoever reads, by the clock of its zone", async () => {
  const person = await somebody();
  const day = new Date(Date.now() + 3 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
  const plan = await drafted({ person }, { startAt: `${day}T14:20`, zone: "Asia/Tokyo" });
  const told = async (locale: string) => {
    const path = `/app#campaigns/${plan._id}/compose`;
    const { page, close } = await pages.open({ as: person, path, bypassCSP: true, locale });
    await button(page, /^From and when/).click();
    const line = page.locator(".forecast");
    await line.waitFor();
    const words = [await line.textContent(), await part(page, "when").locator("h3").textContent()];
    await close();
    return words;
  };
  for (const words of await told("en-US")) expect(words).toMatch(/Done on .+ about 2:20\sPM/);
  for (const words of await told("de-DE")) expect(words).toMatch(/Done on .+ about 14:20/);
});
