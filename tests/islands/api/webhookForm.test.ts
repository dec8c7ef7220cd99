import { expect, test } from "bun:test";
import type { Webhook } from "../../../contract/schemas/webhooks.ts";
import { type WebhookType, webhookTypes } from "../../../contract/schemas/webhookTypes.ts";
import { closesWorkspaces, openWorkspace } from "../../support/browser/openWorkspace.ts";
import { fieldLabelled, typeInto } from "../../support/browser/typeInto.ts";

closesWorkspaces();

const switched: WebhookType = "lead.created";
const some = webhookTypes.filter((type) => type !== switched);
const webhook: Webhook = {
  _id: "w1",
  name: "Our CRM",
  url: "https://crm.test/hook",
  types: some,
  state: "active",
  pausedReason: null,
  pausedCause: null,
  formerSecretUntil: null,
  createdAt: 1,
  waiting: 0,
  givenUp: 0,
  deliveredAt: null,
};
/** A colleague took one away since the form was opened. */
const now = { ...webhook, types: some.slice(1) };
const overview = { baseUrl: "http://x", openapiUrl: "http://x", requestsPerMinute: 1, leadsPerBulkCall: 1 };

async function editing() {
  const opened = await openWorkspace(
    {},
    {
      url: "http://localhost:8000/app#api/webhooks",
      person: { status: "AMPR" },
      answers: {
        "GET /amplify/api/overview": () => ({ body: overview }),
        "GET /amplify/api/webhooks": () => ({ body: [webhook] }),
        "GET /amplify/api/webhooks/{id}": () => ({ body: now }),
        "PUT /amplify/api/webhooks/{id}": () => ({ body: webhook }),
      },
    },
  );
  await opened.settle(() => opened.panel("api").textContent?.includes("Our CRM") === true);
  await opened.click(opened.panel("api"), "Edit: Our CRM");
  await opened.settle(() => opened.dialog().textContent?.includes("What it is told") === true);
  const saved = async () => {
    await opened.click(opened.dialog(), "Save");
    await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
    return {
      asked: opened.callsTo("GET /amplify/api/webhooks/{id}").length,
      sent: opened.callsTo("PUT /amplify/api/webhooks/{id}").map(({ body }) => body),
    };
  };
  return { opened, saved };
}

test("a webhook in which nothing was changed is not saved", async () => {
  const { saved } = await editing();
  expect(await saved()).toEqual({ asked: 0, sent: [] });
});

test("a webhook's new name is saved without asking how the rest stands by now", async () => {
  const { opened, saved } = await editing();
  await opened.act(() => typeInto(fieldLabelled(opened.dialog(), "Name"), "Till"));
  expect(await saved()).toEqual({ asked: 0, sent: [{ name: "Till", was: { name: "Our CRM" } }] });
});

test("an event that is switched on is added to those that the webhook has by now", async () => {
  const { opened, saved } = await editing();
  await opened.click(opened.dialog(), "All");
  const types = webhookTypes.filter((type) => type === switched || now.types.includes(type));
  expect(await saved()).toEqual({ asked: 1, sent: [{ types, was: { types: now.types } }] });
});
