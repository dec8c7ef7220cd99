import { expect, test } from "bun:test";
import type { Question } from "../../../contract/segments/question.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();

test("a segment that a colleague changed meanwhile is replaced only by whoever saves once more", async () => {
  const person = await pages.server.signUp();
  const named = (value: string): Question => ({
    match: "all",
    of: [{ about: "lastName", op: "is", value }],
  });
  const { _id: id } = await person.client("POST /amplify/segments", {
    body: { name: "Some", question: named("Lee") },
  });
  const leads = ["Lee", "Roe"].map((lastName) => ({
    firstName: "Ann",
    lastName,
    email: `${lastName}@in.test`,
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const { page } = await pages.open({ as: person, path: "/app", viewport: { width: 1440, height: 900 } });
  const filter = page.getByRole("region", { name: "Filter leads" });
  await page.locator("#panel-leads").getByRole("button", { name: "Filter", exact: true }).click();
  await filter.getByRole("button", { name: "Some", exact: true }).click();
  await filter.getByLabel("Value").fill("Roe");

  const params = { id };
  const asked = async () => (await person.client("GET /amplify/segments/{id}", { params })).question;
  await person.client("PUT /amplify/segments/{id}", { params, body: { question: named("Moss") } });
  const save = filter.getByRole("button", { name: "Save changes to Some" });
  await save.click();
  await filter.getByText("Somebody else changed this segment meanwhile").waitFor();
  expect(await asked()).toEqual(named("Moss"));
  await save.click();
  await save.waitFor({ state: "detached" });
  expect(await asked()).toEqual(named("Roe"));
}, 60_000);
