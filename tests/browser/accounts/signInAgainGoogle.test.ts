import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { type GoogleServer, startGoogleServer } from "../../support/google/googleServer.ts";
import { somePerson } from "../../support/google/googleStandIn.ts";
import type { TestPerson } from "../../support/server/testServer.ts";

let site: GoogleServer;
const pages = servesPages(async () => {
  site = await startGoogleServer();
  return site.server;
});
afterAll(() => site.google.close());

const coverOf = (page: Page) => page.getByRole("dialog", { name: "Sign in again" });

/** A page with something begun on it, whose session has ended elsewhere. */
async function beginAndEnd(as: TestPerson) {
  const visit = await pages.open({ as, path: "/app#leads", bypassCSP: true });
  const { page } = visit;
  await page.getByRole("button", { name: "Add Lead", exact: true }).first().click();
  await page.getByRole("dialog").getByLabel("First name").fill("Begun");
  await as.client("DELETE /amplify/account/sessions");
  await coverOf(page).getByText("Unauthorized: your session has ended.").waitFor();
  return visit;
}

/** Continues with Google on the cover, as this account. */
async function continueAs(page: Page, email: string): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    coverOf(page).getByRole("button", { name: "Continue with Google" }).click(),
  ]);
  await popup.getByLabel(email).check();
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Allow" }).click();
  await closed;
}

const begunName = (page: Page) => page.getByRole("dialog").getByLabel("First name").inputValue();
const whoIsHere = (page: Page) =>
  page.evaluate(async () => (await (await fetch("/amplify/auth/me")).json()).uid as string);

test("whoever has Google signs in again with it in place, and what was begun is still there", async () => {
  const person = await site.server.signUp({ email: "again@gmail.example" });
  site.google.people.push({ ...somePerson("again@gmail.example"), workspace: "gmail.example" });
  const { page, complaints } = await beginAndEnd(person);
  await continueAs(page, "again@gmail.example");
  await coverOf(page).waitFor({ state: "detached" });
  expect([await begunName(page), await whoIsHere(page)]).toEqual(["Begun", person.uid]);
  expect(complaints).toEqual([]);
});

test("an account that Google is not tied to yet is asked for its password in place, once", async () => {
  const person = await site.server.signUp({ email: "again@third.example" });
  site.google.people.push(somePerson("again@third.example"));
  const { page, complaints } = await beginAndEnd(person);
  await continueAs(page, "again@third.example");
  const cover = coverOf(page);
  await cover.getByText("There is an account with this email already.").waitFor();
  expect(await cover.getByLabel("Email").inputValue()).toBe(person.email);
  expect(await axeFindings(page)).toEqual([]);
  await cover.getByLabel("Password", { exact: true }).fill(person.password);
  await cover.getByRole("button", { name: "Sign in and add Google" }).click();
  await cover.waitFor({ state: "detached" });
  expect([await begunName(page), await whoIsHere(page)]).toEqual(["Begun", person.uid]);
  expect(complaints).toEqual([]);
});

test("somebody else who signs in there with Google sees a workspace of their own and nothing that was begun", async () => {
  const person = await site.server.signUp({ email: "mine@gmail.example" });
  site.google.people.push(somePerson("other@gmail.example"));
  const { page } = await beginAndEnd(person);
  await Promise.all([page.waitForEvent("load"), continueAs(page, "other@gmail.example")]);
  await page.locator(".loader").waitFor({ state: "detached" });
  expect(await page.locator("dialog[open]").count()).toBe(0);
  const uid = await whoIsHere(page);
  expect(uid).not.toBe(person.uid);
  expect(await page.evaluate(() => localStorage.getItem("uid"))).toBe(uid);
});
