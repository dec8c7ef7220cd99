import { expect, test } from "bun:test";
import type { WebhookInput } from "../../../contract/schemas/webhookTypes.ts";
import { changedWebhook } from "../../../islands/Workspace/api/webhooks/changedWebhook.ts";

const opened: WebhookInput = {
  name: "Shop",
  url: "https://shop.test/in",
  types: ["lead.created", "lead.updated"],
};

test("saving a webhook changes what was changed of it, and puts nothing else back", () => {
  expect(changedWebhook(opened, { opened, now: opened })).toEqual({});
  expect(changedWebhook({ ...opened, name: "Till" }, { opened, now: opened })).toEqual({ name: "Till" });
});

test("an event that was chosen in another tab meanwhile stays chosen, and one that was taken off stays off", () => {
  const now: WebhookInput = { ...opened, types: ["lead.updated", "campaign.finished"] };
  expect(
    changedWebhook({ ...opened, types: ["lead.created", "delivery.sent"] }, { opened, now }).types,
  ).toEqual(["delivery.sent", "campaign.finished"]);
});
