import { afterEach, expect, test } from "bun:test";
import { drafted, started } from "../../support/campaigns/drafted.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { everyBlock } from "../../support/templates/everyBlock.ts";

let sending: SendingServer | undefined;
afterEach(async () => {
  await sending?.close();
  sending = undefined;
});

test("a mail that was saved with a preview line of its own and one in its design is sent with the first alone", async () => {
  sending = await startSendingServer();
  const { client } = sending.person;
  await sending.addLeads(1);
  const { body } = everyBlock;
  const inDesign = "Drawn with the design";
  const design = {
    ...everyBlock,
    body: { ...body, values: { ...(body.values as object), preheaderText: inDesign } },
  };
  const { html } = await client("POST /templates/render", { body: { design, name: "" } });
  expect(html).toContain(inDesign);
  const plan = await drafted(sending, {}, { preview: "Beside the subject" });
  const variantId = plan.steps[0]?.variants[0]?.id ?? "";
  const params = { id: plan._id, variantId };

  // As an older version kept it.
  const { database } = sending.server.core;
  await database.atomically((write) => ({
    mail: write.update(database.tables.planMails).set({ html, design }),
  }));
  const read = await client("GET /amplify/campaigns/{id}/mails/{variantId}", { params });
  expect(read.html).not.toContain(inDesign);
  expect(read.preview).toBe("Beside the subject");

  await started(sending, plan);
  const mail = Buffer.from(sending.smtp.accepted[0]?.raw ?? []).toString();
  expect(mail.split("Beside the subject")).toHaveLength(2);
  expect(mail).not.toContain(inDesign);
});

test("a preview line that stands in the design alone stays there", async () => {
  sending = await startSendingServer();
  const { client } = sending.person;
  const { html } = await client("POST /templates/render", { body: { design: everyBlock, name: "" } });
  const plan = await drafted(sending, {}, { preview: "" });
  const params = { id: plan._id, variantId: plan.steps[0]?.variants[0]?.id ?? "" };
  const saved = await client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
    params,
    body: { version: 1, html, design: everyBlock },
  });
  expect(saved.html).toContain("Preview line");
  const both = await client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
    params,
    body: { version: 2, preview: "Another one" },
  });
  expect(both.html).not.toContain("Preview line");
});
