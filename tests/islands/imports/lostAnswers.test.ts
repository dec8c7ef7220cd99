import { expect, test } from "bun:test";
import { closesWorkspaces, openWorkspace, someTemplate } from "../../support/browser/openWorkspace.ts";
import { choose, oneImport, openImport, read } from "../../support/leads/importDialog.ts";

closesWorkspaces();

const unreached = () => Promise.reject(new TypeError("Failed to fetch"));

test("a Save As whose answer was lost is asked for once more under the same key, and makes one template", async () => {
  const made = { ...someTemplate, _id: "t9", name: "Mine" };
  const rendered = { html: "<p>Drawn</p>", text: "Drawn", bytes: 12, clipped: false };
  const opened = await openWorkspace(
    {},
    {
      url: "http://localhost:8000/app#design",
      answers: { "POST /templates/render": () => ({ body: rendered }), "POST /templates": unreached },
    },
  );
  await opened.settle(() => opened.panel("design").querySelector(".template-list") !== null);
  await opened.click(opened.panel("design"), "New template");
  await opened.settle(() => opened.document.querySelector(".editor") !== null);
  await opened.click(opened.panel("design"), "Save As");
  await opened.type("Name", "Mine");
  await opened.click(opened.dialog(), "Save As");
  await opened.settle(() => opened.dialog().textContent?.includes("cannot be reached") ?? false);
  opened.server.answers["POST /templates"] = () => ({ status: 201, body: made });
  await opened.click(opened.dialog(), "Save As");
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  const keys = opened.callsTo("POST /templates").map(({ headers }) => headers.get("idempotency-key"));
  expect([keys.length, new Set(keys).size, keys[0]?.length]).toEqual([2, 1, 32]);
});

test("the dialog of an import goes on to what was begun, though the answer to that was lost on its way", async () => {
  const server = oneImport(read);
  const start = server.answers["POST /amplify/imports/{id}/start"];
  server.answers["POST /amplify/imports/{id}/start"] = (call) => {
    void start?.(call);
    return unreached();
  };
  const on = await openImport(server.answers);
  const shows = (text: string) => on.settle(() => on.dialog().textContent?.includes(text) ?? false);
  await choose(on);
  await shows("Check what each column holds");
  await on.click(on.dialog(), "Import 1 row");
  await shows("0 of 1 rows");
  expect(on.callsTo("POST /amplify/imports/{id}/start")).toHaveLength(1);
  expect(on.callsTo("DELETE /amplify/imports/{id}")).toHaveLength(0);
});
