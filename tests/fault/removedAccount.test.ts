import { afterEach, expect, test } from "bun:test";
import { byRecipient } from "../support/smtp/scriptedSmtp.ts";
import { type SendingServer, sender, startSendingServer } from "../support/smtp/sendingServer.ts";

let open: SendingServer | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

const limits = { perMinute: null, perDay: null, gapMs: 0 };

/** A paused campaign to six, three of whom have their mail, and whose account is gone. */
async function startWithRestLeft() {
  const started = await startSendingServer({ credential: { ...limits, perMinute: 3 } });
  open = started;
  const { addLeads, send, untilCounts, person } = started;
  await addLeads(6);
  const id = await send();
  await untilCounts(id, (counts) => counts.sent === 3 && counts.sending === 0);
  await person.client("POST /amplify/campaigns/{id}/pause", { params: { id } });
  await removeAccount(started);
  return { ...started, id };
}

async function removeAccount({ person: { client } }: SendingServer): Promise<void> {
  const [account] = await client("GET /amplify/auth/credentials");
  await client("DELETE /amplify/auth/credentials/{id}", { params: { id: account?._id ?? "" } });
}

async function connect({ person: { client } }: SendingServer, appEmail: string): Promise<string> {
  const appPassword = "abcd efgh ijkl mnop";
  const { _id } = await client("POST /amplify/auth/credentials", {
    body: { ...limits, provider: "google", appEmail, appPassword, alias: `Ada <${appEmail}>` },
  });
  return _id;
}

const isOver = (_: unknown, { state }: { state: string }) => state === "finished";

test("what is left of a campaign whose account was removed goes out from another one, to nobody twice", async () => {
  const started = await startWithRestLeft();
  const { id, person, smtp, untilCounts } = started;
  const params = { id };
  const resumed = person.client("POST /amplify/campaigns/{id}/resume", { params });
  await expect(resumed).rejects.toMatchObject({ code: "conflict" });

  const credentialId = await connect(started, "bob@sender.test");
  await person.client("POST /amplify/campaigns/{id}/account", { params, body: { credentialId } });
  expect((await untilCounts(id, isOver)).counts).toMatchObject({ sent: 6, failed: 0, uncertain: 0 });
  expect(smtp.accepted).toHaveLength(6);
  expect(new Set(smtp.accepted.flatMap(({ to }) => to)).size).toBe(6);
  expect(smtp.accepted.map(({ from }) => from)).toEqual([
    sender,
    sender,
    sender,
    "bob@sender.test",
    "bob@sender.test",
    "bob@sender.test",
  ]);
});

test("a removed account that is connected again sends the rest, once a person says so", async () => {
  const started = await startWithRestLeft();
  const { id, person, smtp, campaign, untilCounts } = started;
  await connect(started, sender);
  const waits = await campaign(id);
  expect(waits).toMatchObject({ state: "paused", waitingCause: { code: "account_returned" } });
  await person.client("POST /amplify/campaigns/{id}/resume", { params: { id } });
  expect((await untilCounts(id, isOver)).counts.sent).toBe(6);
  expect(smtp.accepted).toHaveLength(6);
});

test("a campaign that is tried again after its account was removed says why it waits, and does not run in silence", async () => {
  const started = await startSendingServer({
    smtp: { rcpt: byRecipient({ "lead1@in.test": "550 5.1.1 No such user" }) },
  });
  open = started;
  await started.addLeads(2);
  const id = await started.send();
  await started.untilCounts(id, isOver);
  await removeAccount(started);
  await started.person.client("POST /amplify/campaigns/{id}/retry", {
    params: { id },
    body: { states: ["failed"] },
  });
  const waits = await started.untilCounts(id, (_, { state }) => state === "paused");
  expect(waits).toMatchObject({ waitingCause: { code: "account_removed" }, counts: { queued: 1 } });
});

test("a running campaign goes on from no other account before it is paused, and none that is somebody else's", async () => {
  const started = await startSendingServer({ credential: { ...limits, perMinute: 1 } });
  open = started;
  const { person, server } = started;
  await started.addLeads(2);
  const id = await started.send();
  const credentialId = await connect(started, "bob@sender.test");
  const move = (to: string) =>
    person.client("POST /amplify/campaigns/{id}/account", { params: { id }, body: { credentialId: to } });
  await expect(move(credentialId)).rejects.toMatchObject({ code: "conflict" });
  await person.client("POST /amplify/campaigns/{id}/pause", { params: { id } });
  const stranger = await server.signUp();
  const foreign = await connect({ ...started, person: stranger }, "eve@sender.test");
  await expect(move(foreign)).rejects.toMatchObject({ code: "not_found" });
});

test("what an account has left goes from another address of its domain once it is given that", async () => {
  const started = await startSendingServer({ credential: { ...limits, perMinute: 3 } });
  open = started;
  const { addLeads, send, untilCounts, person, smtp } = started;
  await addLeads(6);
  const id = await send();
  await untilCounts(id, (counts) => counts.sent === 3 && counts.sending === 0);
  const refusal = "553 5.7.1 Sender address rejected: not owned by user";
  smtp.script.mail = ({ sender: from }) => (from === sender ? refusal : null);
  const [account] = await person.client("GET /amplify/auth/credentials");
  if (account === undefined) throw new Error("no account");
  const renamed = `countess${sender.slice(sender.indexOf("@"))}`;
  await person.client("PUT /amplify/auth/credentials/{id}", {
    params: { id: account._id },
    body: { ...limits, provider: account.provider, appEmail: renamed, appPassword: "abcd efgh ijkl mnop" },
  });
  const { from, counts } = await untilCounts(id, isOver);
  expect(counts).toMatchObject({ sent: 6, failed: 0, uncertain: 0 });
  expect(from).toContain(`<${renamed}>`);
  const envelopes = smtp.accepted.map((mail) => mail.from);
  expect(envelopes).toEqual([sender, renamed].flatMap((one) => Array<string>(3).fill(one)));
  for (const { raw } of smtp.accepted.slice(3)) expect(Buffer.from(raw).toString()).toContain(`<${renamed}>`);
});
