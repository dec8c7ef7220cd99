import { until } from "../until.ts";
import type { Caller, Json } from "./caller.ts";
import { newer } from "./corpus.ts";

/**
 * What came after the first versions, each where the version knows it: a custom field, a segment that asks for it, a
 * sequence between its two mails, a mail of a program's own, a key and a webhook. Everything rests when it is left.
 */
export async function fillWhatIsNew(call: Caller, grantPlan: () => Promise<void>): Promise<void> {
  const field = await call.whereKnown("POST /amplify/fields", { label: newer.field, kind: "text" });
  if (field === null) return;
  const leads = await call("GET /amplify/leads");
  for (const lead of leads as unknown as Json[])
    if (lead.firstName !== "Dora")
      await call(`PUT /amplify/leads/${lead._id}`, { ...lead, fields: { [String(field.key)]: "Kyiv" } });
  const segment = await call.whereKnown("POST /amplify/segments", {
    name: newer.segment,
    question: {
      match: "all",
      of: [{ about: "field", kind: "text", field: field._id, op: "is", value: "Kyiv" }],
    },
  });
  if (segment !== null) await leaveSequence(call, segment._id);
  await grantPlan();
  await call.whereKnown("POST /email/transactional", {
    from: "ada@sandbox.test",
    to: [{ email: "ann@in.test" }],
    subject: newer.mail,
    html: "<p>4711</p>",
  });
  await call.whereKnown("POST /amplify/api/keys", { name: newer.key, scopes: ["read"] });
  const webhook = await call.whereKnown("POST /amplify/api/webhooks", {
    name: "Orders",
    url: newer.webhook,
    types: ["lead.created"],
  });
  if (webhook !== null) await call(`POST /amplify/api/webhooks/${webhook._id}/pause`);
}

/** Its first mail has gone out to whoever is in the segment; the second would come in some weeks. */
async function leaveSequence(call: Caller, segment: unknown): Promise<void> {
  const draft = await call.whereKnown("POST /amplify/campaigns", { kind: "sequence" });
  if (draft === null) return;
  const accounts = (await call("GET /amplify/auth/credentials")) as unknown as Json[];
  const sandbox = accounts.find(({ provider }) => provider === "sandbox");
  const step = (id: string, delayMinutes: number) => ({
    id,
    delayMinutes,
    condition: { kind: "always" },
    sameThread: false,
    test: null,
    variants: [{ id: `${id}.a`, share: 100 }],
  });
  await call(`PUT /amplify/campaigns/${draft._id}/plan`, {
    version: draft.version,
    name: newer.sequence,
    holdSeconds: 0,
    accounts: [sandbox?._id],
    audience: { ...(draft.audience as Json), segments: [segment] },
    steps: [step("one", 0), step("two", 30 * 24 * 60)],
  });
  for (const variant of ["one.a", "two.a"])
    await call(`PUT /amplify/campaigns/${draft._id}/mails/${variant}`, {
      version: 0,
      subject: `Welcome, ${variant}`,
      html: "<p>Hello {{firstName|there}}</p>",
    });
  const { version } = await call(`GET /amplify/campaigns/${draft._id}/plan`);
  await call(`POST /amplify/campaigns/${draft._id}/start`, { version });
  await until(async () => {
    const { counts } = await call(`GET /amplify/campaigns/${draft._id}`);
    return (counts as { sent: number }).sent === newer.welcomed;
  });
  await call(`POST /amplify/campaigns/${draft._id}/pause`);
}
