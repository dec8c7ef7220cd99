import { afterEach, expect, test } from "bun:test";
import { exact } from "../../contract/texts/en/exact.ts";
import { type FetchStandIn, type StandInAnswer, standInFetch } from "../support/browser/fetchStandIn.ts";
import { type HydratedIsland, hydrateIsland } from "../support/browser/hydrateIsland.ts";
import { buttonNamed, fieldLabelled, typeInto } from "../support/browser/typeInto.ts";

let island: HydratedIsland | undefined;
let server: FetchStandIn | undefined;
afterEach(async () => {
  await island?.close();
  server?.restore();
});

const token = "t".repeat(43);

async function open(hash: string, answer: () => StandInAnswer = () => ({ body: { message: "" } })) {
  server = standInFetch({ "POST /amplify/auth/reset": answer });
  const opened = await hydrateIsland({ name: "Reset", url: `http://localhost:8000/reset${hash}` });
  island = opened;
  const went: string[] = [];
  opened.window.location.replace = (url: string) => void went.push(url);
  const submit = async (password: string, confirmation: string) => {
    await opened.act(() => typeInto(fieldLabelled(opened.document, "New password"), password));
    await opened.act(() => typeInto(fieldLabelled(opened.document, "Confirm password"), confirmation));
    await opened.act(() => buttonNamed(opened.document, "Set new password").click());
  };
  const alert = () => opened.document.querySelector('[role="alert"]')?.textContent;
  return { ...opened, calls: server.calls, went, submit, alert };
}

test("the token behind the # and the new password are sent, and the sign-in page follows", async () => {
  const page = await open(`#${token}`);
  await page.submit("Right-1234", "Right-1234");
  expect(page.calls.map((call) => call.body)).toEqual([{ token, password: "Right-1234" }]);
  expect(page.went).toEqual(["/login"]);
  expect(page.window.sessionStorage.getItem("passing")).toContain("passwordChanged");
});

test("a weak password and an unlike repetition are said at their fields, and nothing is sent", async () => {
  const page = await open(`#${token}`);
  await page.submit("weak", "weak");
  expect(page.alert()).toBe(exact.signupPassword);
  await page.submit("Right-1234", "Right-1235");
  expect(page.alert()).toBe(exact.signupMismatch);
  expect(page.document.activeElement?.id).toBe(fieldLabelled(page.document, "Confirm password").id);
  expect(page.calls).toEqual([]);
});

test("a dead link leads to a new one", async () => {
  const page = await open(`#${token}`, () => ({
    status: 400,
    body: { message: "This link has been used or is too old.", code: "bad_request" },
  }));
  await page.submit("Right-1234", "Right-1234");
  expect(page.alert()).toContain("This link has been used or is too old.");
  expect(page.document.querySelector('[role="alert"] a')?.getAttribute("href")).toBe("/forgot");
  expect(page.went).toEqual([]);
});

test("an address without a token says so instead of asking for a password", async () => {
  const page = await open("");
  expect(page.alert()).toContain("link is incomplete");
  expect(page.document.querySelector("input")).toBeNull();
});
