import { expect, test } from "bun:test";
import type { ApiKey } from "../../../contract/schemas/keys.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
} from "../../support/browser/openWorkspace.ts";

closesWorkspaces();

const someKey: ApiKey = {
  _id: "k1",
  name: "Cron",
  lastFour: "wxyz",
  scopes: ["read", "send"],
  createdAt: 0,
  collections: null,
  accounts: null,
  addresses: null,
  createdBy: "Ada Lovelace",
  expiresAt: null,
  lastUsedAt: null,
  lastAddress: null,
  isExpired: false,
};
const overview = { baseUrl: "http://x", openapiUrl: "http://x", requestsPerMinute: 1, leadsPerBulkCall: 1 };

async function opening(answers: NonNullable<Parameters<typeof openWorkspace>[1]>["answers"]) {
  const page = await openWorkspace(
    {},
    {
      url: "http://localhost:8000/app#api/keys",
      person: { status: "AMPR" },
      answers: {
        "GET /amplify/api/overview": () => ({ body: overview }),
        "GET /amplify/api/requests": () => ({ body: { items: [], next: null } }),
        ...answers,
      },
    },
  );
  return page;
}
const textOf = (opened: OpenedWorkspace) => opened.panel("api").textContent ?? "";

const shows = (opened: OpenedWorkspace, text: () => string | null, wanted: string) =>
  opened.settle(() => text()?.includes(wanted) === true);

test("a list of keys that cannot be had says so, and is asked for again", async () => {
  let isDown = true;
  const opened = await opening({
    "GET /amplify/api/keys": () =>
      isDown ? { status: 500, body: { message: "Something broke", code: "internal" } } : { body: [] },
  });
  await shows(opened, () => textOf(opened), "Something broke");
  isDown = false;
  await opened.click(opened.panel("api"), "Try again");
  await shows(opened, () => textOf(opened), "No key yet");
});

test("whoever looks for requests again without a connection is told, and what was there stays", async () => {
  const opened = await opening({});
  const panel = opened.panel("api");
  await shows(opened, () => textOf(opened), "Requests");
  await opened.act(() => [...panel.querySelectorAll<HTMLElement>("[role=tab]")].at(-1)?.click());
  await shows(opened, () => textOf(opened), "Look again");
  await opened.settle(() => panel.querySelector(".empty") !== null);
  opened.server.answers["GET /amplify/api/requests"] = () => Promise.reject(new TypeError("Failed to fetch"));
  await opened.click(panel, "Look again");
  await shows(opened, () => textOf(opened), "The server cannot be reached");
  expect(panel.querySelector(".empty")).not.toBeNull();
});

test("a key says what it may, to what it is kept, where it was used, and that it has expired", async () => {
  const kept = { ...someKey, _id: "k2", name: "Shop", collections: ["c1"], accounts: ["a1", "a2"] };
  const old = { ...someKey, _id: "k3", name: "Old", isExpired: true, expiresAt: 1, lastUsedAt: 1 };
  const opened = await opening({
    "GET /amplify/api/keys": () => ({
      body: [kept, { ...old, lastAddress: "203.0.113.9" }, someKey],
    }),
  });
  await shows(opened, () => textOf(opened), "Shop");
  const text = textOf(opened);
  for (const said of [
    "Read, Send",
    "ends in wxyz, made by Ada Lovelace",
    "Only 1 collection, 2 accounts",
    "Expired",
    "from 203.0.113.9",
  ])
    expect(text).toContain(said);
});

test("a key that cannot be revoked stays in the list, and the dialog says why", async () => {
  const opened = await opening({
    "GET /amplify/api/keys": () => ({ body: [someKey] }),
    "DELETE /amplify/api/keys/{id}": () => ({
      status: 404,
      body: { message: "There is no such key", code: "not_found" },
    }),
  });
  await shows(opened, () => textOf(opened), "Cron");
  await opened.click(opened.panel("api"), "Revoke: Cron");
  expect(opened.dialog().textContent).toContain("Nothing is answered to Cron");
  await opened.click(opened.dialog(), "Revoke");
  await shows(opened, () => opened.dialog().textContent, "There is no such key");
});

test("where no answer to a new key came it is said that it may be there, and nothing is made behind one's back", async () => {
  const opened = await opening({
    "GET /amplify/api/keys": () => ({ body: [someKey] }),
    "POST /amplify/api/keys": () => Promise.reject(new TypeError("Failed to fetch")),
  });
  await shows(opened, () => textOf(opened), "Cron");
  await opened.click(opened.panel("api"), "New key");
  await opened.settle(() => opened.dialog().querySelector("input") !== null);
  await opened.type("Name", "Shop");
  await opened.click(opened.dialog(), "Make the key");
  await shows(opened, () => opened.dialog().textContent, "may have been made all the same");
});
