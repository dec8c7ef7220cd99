import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { servesPages } from "../../support/browser/servesPages.ts";
import type { TestPerson } from "../../support/server/testServer.ts";

const pages = servesPages();

const phone = { width: 390, height: 844 };

/** With a lead: where there is none, there is nothing to filter. */
async function signUpWithLead(): Promise<TestPerson> {
  const person = await pages.server.signUp();
  await person.client("POST /amplify/leads", {
    body: { firstName: "Eve", lastName: "Lee", email: "eve@in.test" },
  });
  return person;
}

async function openOnPhone(person: TestPerson, path: string): Promise<Page> {
  const { page } = await pages.open({ as: person, path, viewport: phone });
  return page;
}

test("a field's long name in the choice of columns lies over no other", async () => {
  const person = await signUpWithLead();
  for (let nth = 0; nth < 12; nth += 1)
    await person.client("POST /amplify/fields", {
      body: { label: `Contract ${nth} period by the terms of its own year`, kind: "text" },
    });
  const page = await openOnPhone(person, "/app");
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  const labels = page.locator(".column-menu label", { hasText: "period by the terms" });
  await labels.nth(11).waitFor();
  const texts = await labels.evaluateAll((found) =>
    found.map((label) => {
      const range = document.createRange();
      range.selectNodeContents(label);
      const { top, bottom } = range.getBoundingClientRect();
      return { top: Math.round(top), bottom: Math.round(bottom) };
    }),
  );
  expect(texts).toHaveLength(12);
  for (const [nth, { bottom }] of texts.slice(0, -1).entries())
    expect(texts[nth + 1]?.top).toBeGreaterThanOrEqual(bottom);
});

test("however many folders and saved segments there are, what stands below them is in sight", async () => {
  const person = await signUpWithLead();
  await person.client("POST /templates", {
    body: { name: "Spring", design: { body: { rows: [] } }, html: "<p>Hi</p>" },
  });
  for (let nth = 0; nth < 60; nth += 1) {
    await person.client("POST /amplify/template-folders", { body: { name: `Folder ${nth}` } });
    const question = { match: "all" as const, of: [{ about: "optedOut" as const, op: "no" as const }] };
    await person.client("POST /amplify/segments", { body: { name: `Segment ${nth}`, question } });
  }
  const page = await openOnPhone(person, "/app#design");
  const isInSight = async (text: string) => {
    const box = await page.getByText(text, { exact: true }).boundingBox();
    return box !== null && box.y + box.height < phone.height;
  };
  await page.getByText("Spring", { exact: true }).waitFor();
  expect(await isInSight("Spring")).toBe(true);
  // The last one is reached by the keyboard.
  await page.getByRole("button", { name: "All 1", exact: true }).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  expect(await isInSight("Folder 9")).toBe(true);
  await page.goto(`${pages.server.url}/app#leads`);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("button", { name: "Segment 0", exact: true }).waitFor();
  expect(await isInSight("Unsubscribed by link")).toBe(true);
});
