import { afterEach, expect, test } from "bun:test";
import { Refusal } from "../../contract/errors.ts";
import { type SendingServer, sender, startSendingServer } from "../support/smtp/sendingServer.ts";

const leadCount = 12;
let open: SendingServer | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

/** Makes the nth write from now on fail, once; answers whether it came to that. */
function failNthWrite({ server }: SendingServer, n: number): () => boolean {
  const { database } = server.core;
  const real = database.atomically;
  let writes = 0;
  database.atomically = (build, check) => {
    writes += 1;
    if (writes === n) return Promise.reject(new Refusal("storage_full", "The disk is full."));
    return real(build, check);
  };
  return () => {
    database.atomically = real;
    return writes >= n;
  };
}

test("whichever write of a send fails, nobody is mailed twice, nobody is forgotten, and the send ends", async () => {
  open = await startSendingServer();
  const { addLeads, person, smtp, untilCounts } = open;
  await addLeads(leadCount);
  for (let n = 1, reached = true; reached; n += 1) {
    const before = smtp.acceptedCount();
    const stop = failNthWrite(open, n);
    const body = { subject: `Failing ${n}`, html: "<p>Hi</p>", from: sender, collection: "all" };
    const answer = await person.client("POST /email/send", { body }).catch((error: unknown) => error);
    if (answer instanceof Refusal) {
      stop();
      expect(answer.status).toBe(507);
      expect(smtp.acceptedCount()).toBe(before);
      continue;
    }
    const { campaignId } = answer as { campaignId: string };
    const { counts } = await untilCounts(campaignId, (_, campaign) => campaign.state === "finished");
    reached = stop();
    expect(counts).toMatchObject({ sent: leadCount, uncertain: 0, failed: 0 });
    expect(smtp.acceptedCount() - before).toBe(leadCount);
    expect(n).toBeLessThan(60);
  }
  expect(new Set(smtp.accepted.map((mail) => mail.messageId)).size).toBe(smtp.acceptedCount());
}, 60_000);
