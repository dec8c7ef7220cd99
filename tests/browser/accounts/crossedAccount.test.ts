import { expect, test } from "bun:test";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();

test("an account that a colleague changed meanwhile is replaced only by whoever saves once more", async () => {
  const person = await pages.server.signUp();
  const { client } = person;
  const email = "ada@crossed.test";
  const { _id: id } = await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: email, appPassword: "", alias: `Ada <${email}>` },
  });
  const { page } = await pages.open({ as: person, path: "/app#accounts", bypassCSP: true });
  const dialog = page.getByRole("dialog");
  const account = async () => (await client("GET /amplify/auth/credentials"))[0];
  const change = (body: object) =>
    client("PUT /amplify/auth/credentials/{id}", { params: { id }, body: { provider: "sandbox", ...body } });

  await page.getByRole("button", { name: /^Edit Ada/ }).click();
  await dialog.getByLabel("Shown as").fill("Ada from Acme");
  await change({ displayName: "Ada of the shop" });
  await dialog.getByRole("button", { name: "Save account" }).click();
  const told = dialog.getByText(
    "Somebody else changed this account meanwhile: Shown as is “Ada of the shop” now. To put yours in its place, save again.",
  );
  await told.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect((await account())?.displayName).toBe("Ada of the shop");
  await dialog.getByRole("button", { name: "Save account" }).click();
  await dialog.waitFor({ state: "detached" });
  expect((await account())?.displayName).toBe("Ada from Acme");

  await page.getByRole("button", { name: /^Limits of Ada/ }).click();
  await dialog.getByLabel("Mails in 24 hours").fill("40");
  await change({ perDay: 30 });
  await dialog.getByRole("button", { name: "Save limits" }).click();
  await dialog.getByText("Mails in 24 hours is “30” now").waitFor();
  expect((await account())?.perDay).toBe(30);
  await dialog.getByRole("button", { name: "Save limits" }).click();
  await dialog.waitFor({ state: "detached" });
  expect((await account())?.perDay).toBe(40);
});

test("a template that a colleague called something else meanwhile is renamed only at another press", async () => {
  const person = await pages.server.signUp();
  const { client } = person;
  const { _id: id } = await client("POST /templates", { body: { name: "Letter", html: "<p>Hi</p>" } });
  const named = async () => (await client("GET /templates/{id}", { params: { id } })).name;
  const { page } = await pages.open({ as: person, path: "/app#design" });
  const dialog = page.getByRole("dialog");
  const rename = async (name: string) => {
    await page
      .getByRole("button", { name: /^More.*Letter|Letter.*more/i })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await dialog.getByLabel("Name").fill(name);
  };
  await rename("Note");
  await client("PUT /templates/{id}", { params: { id }, body: { name: "Letter to all" } });
  await dialog.getByRole("button", { name: "Rename" }).click();
  await dialog.getByText("Name is “Letter to all” now. To put yours in its place, save again.").waitFor();
  expect(await named()).toBe("Letter to all");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await named()).toBe("Note");
});
