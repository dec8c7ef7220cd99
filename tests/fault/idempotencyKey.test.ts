import { afterEach, expect, test } from "bun:test";
import { type SendingServer, startSendingServer } from "../support/smtp/sendingServer.ts";

let open: SendingServer | null = null;
async function start(): Promise<SendingServer> {
  open = await startSendingServer();
  return open;
}
afterEach(async () => {
  await open?.close();
  open = null;
});

const isOver = (_: unknown, { state }: { state: string }) => state === "finished";
const refusal = {
  status: 422,
  message: "This idempotency key belongs to another send. Take a new one.",
};
const asked = {
  subject: "Hi",
  html: "<p>Hi</p>",
  from: "ada@sender.test",
  type: "manual",
  leads: [{ email: "lead0@in.test" }],
  trackOpens: true,
  trackClicks: false,
} as const;

test.each([
  ["other recipients", { leads: [{ email: "lead1@in.test" }] }],
  ["more recipients", { leads: [{ email: "lead0@in.test" }, { email: "lead1@in.test" }] }],
  ["a collection in place of leads", { leads: undefined, collection: "all" }],
  ["what a search finds in place of leads", { leads: undefined, matching: { search: "lead" } }],
  ["another sender", { from: "bea@sender.test", type: undefined }],
  ["no kind of account", { type: undefined }],
  ["another subject", { subject: "Bye" }],
  ["other content", { html: "<p>Bye</p>" }],
  ["opens not counted", { trackOpens: false }],
  ["clicks counted", { trackClicks: true }],
] as const)(
  "a send by a known idempotency key with %s is refused and not called sent",
  async (_, changed) => {
    const { addLeads, person, untilCounts, smtp } = await start();
    await addLeads(2);
    const by = (body: object) =>
      person.client("POST /email/send", { body: body as never }, { idempotencyKey: "monday" });
    const { campaignId } = await by(asked);
    await untilCounts(campaignId, isOver);
    await expect(by({ ...asked, ...changed })).rejects.toMatchObject(refusal);
    expect(smtp.accepted).toHaveLength(1);
    // The same request in another order of its fields is the same request.
    const turned = Object.fromEntries(Object.entries(asked).reverse());
    expect((await by(turned)).campaignId).toBe(campaignId);
  },
);

test("a send by an idempotency key from before its whole content was kept is told by subject and content", async () => {
  const { addLeads, person, server } = await start();
  await addLeads(1);
  const by = (body: object) =>
    person.client("POST /email/send", { body: body as never }, { idempotencyKey: "old" });
  const { campaignId } = await by(asked);
  const { campaigns } = server.core.database.tables;
  await server.core.database.atomically((write) => ({
    changed: write.update(campaigns).set({ requestDigest: null }),
  }));
  expect((await by({ ...asked, trackOpens: false })).campaignId).toBe(campaignId);
  await expect(by({ ...asked, subject: "Bye" })).rejects.toMatchObject(refusal);
});
