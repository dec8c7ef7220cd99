import { expect, test } from "bun:test";
import { transactionalLimits } from "../../../contract/limits/sending.ts";
import { startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

const leadCount = 2_000;
const mailCount = 300;
/** What a lane may have taken on before both were there: a batch ahead, and what is on its connections. */
const slack = 64;

test("a campaign and a burst of mails beside it both go on: of four mails three are the burst's and one is the campaign's", async () => {
  // The server takes its time over each mail, so that both wait from the first on.
  const all = await startSendingServer({ smtp: { dot: { reply: "250 2.0.0 Taken", delayMs: 4 } } });
  try {
    await all.server.grant(all.person, { status: "AMEX" });
    await all.addLeads(leadCount);
    const id = await all.send();
    for (let call = 0; call < mailCount / 50; call += 1)
      await all.person.client("POST /email/transactional", {
        body: {
          subject: "Code",
          html: "<p>7</p>",
          to: Array.from({ length: 50 }, (_, index) => ({ email: `burst${call}x${index}@in.test` })),
        },
      });
    const isMail = ({ to }: { to: readonly string[] }) => to[0]?.startsWith("burst") === true;
    await until(() => all.smtp.accepted.filter(isMail).length === mailCount, 60_000);
    const order = all.smtp.accepted.map(isMail);
    const between = order.slice(order.indexOf(true), order.lastIndexOf(true) + 1);
    const campaigns = between.filter((mail) => !mail).length;
    // Neither is starved, and the mails go first.
    const share = mailCount / (transactionalLimits.shareOf - 1);
    expect(campaigns).toBeGreaterThan(share - slack);
    expect(campaigns).toBeLessThan(share + slack);
    await all.untilCounts(id, ({ sent }) => sent === leadCount);
    expect(new Set(all.smtp.accepted.map(({ to }) => to[0])).size).toBe(leadCount + mailCount);
  } finally {
    await all.close();
  }
}, 120_000);
