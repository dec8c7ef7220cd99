import { afterEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Outcome } from "../../contract/sending/outcome.ts";
import { AccountSender } from "../../server/sending/dispatch/accountSender.ts";
import { restWith, wireMessage } from "../../server/sending/senders/dialogue/wireMessage.ts";
import type { MailJournal } from "../../server/sending/senders/sender.ts";
import { createComposition } from "../support/atOnce.ts";
import { closeAll, openSender, startServer } from "../support/smtp/smtpAccount.ts";
import { eachClient } from "../support/smtp/smtpClients.ts";

afterEach(closeAll);

const journal: MailJournal = { begins() {}, answered() {} };
const letter = {
  subject: "For {{firstName}}",
  html: "<p>Hello {{firstName}}</p>",
  from: { name: "Shop", address: "shop@example.test" },
};

/** What becomes of a mail at the server: most are taken, and whose memory is used again. */
const fate = fc.constantFrom("taken", "taken", "taken", "refused", "refused at the end", "dropped", "cut");
const mails = fc.array(fc.record({ fate, words: fc.nat(60) }), { minLength: 30, maxLength: 60 });

eachClient("mails that are written over each other", (client) => {
  test("arrive whole, each with its own recipient's words and nobody else's", async () => {
    await fc.assert(
      fc.asyncProperty(mails, async (all) => {
        const fates = new Map(all.map((mail, index) => [`lead${index}@in.test`, mail.fate]));
        const on = (wanted: string, what: string) => (step: { recipient: string }) =>
          fates.get(step.recipient) === wanted ? what : null;
        const server = await startServer({
          rcpt: on("refused", "550 5.1.1 no such user"),
          partOfData: on("cut", "drop"),
          dot: ({ recipient }) =>
            on("dropped", "drop")({ recipient }) ?? on("refused at the end", "554 5.7.1 no")({ recipient }),
        });
        const account = new AccountSender(async () => openSender(server, { connections: 3 }, client()));
        const { fill } = createComposition(letter);
        const outcomes: Outcome[] = [];
        const waiting = [...all.entries()];
        const sendOne = async ([index, { words }]: (typeof waiting)[number]) => {
          const address = `lead${index}@in.test`;
          const firstName = `N${index} ${`only${index} `.repeat(words)}end${index}`;
          const messageId = `<${index}@example.test>`;
          const mail = { values: { firstName }, to: { address }, messageId, date: new Date(0) };
          outcomes.push(await account.sendComposed((buffers) => fill(mail, buffers), journal));
        };
        // Each mail is composed as another one ends, as a lane does it.
        await Promise.all(
          Array.from({ length: 5 }, async () => {
            for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await sendOne(next);
          }),
        );
        const taken = [...fates].filter(([, fate]) => fate === "taken");
        // A mail may stand behind one at which the server hangs up, and is tried again by whoever asked for it.
        expect(outcomes.filter(({ kind }) => kind === "sent").length).toBeLessThanOrEqual(taken.length);
        for (const { to, raw } of server.accepted) {
          const index = /^lead(\d+)@/.exec(to[0] ?? "")?.[1] ?? "";
          const text = Buffer.from(raw).toString("latin1").replaceAll("=\r\n", "");
          const named = new Set(text.match(/(?<=\b(?:N|only|end))\d+/g));
          expect([...named]).toEqual([index]);
          expect(text.match(/--=_[0-9a-f]{24}/g)).toHaveLength(4);
          expect(text.trimEnd()).toEndWith("--");
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe("what is said behind a message", () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 });

  test("stands behind it, wherever it goes on and whether or not there is room", () => {
    fc.assert(
      fc.property(
        bytes,
        fc.nat(300),
        fc.nat(60),
        fc.string({ unit: "grapheme" }),
        (raw, at, room, behind) => {
          const memory = Buffer.alloc(raw.length + room + 8, 0xaa);
          memory.set(raw);
          const mail = { raw: memory.subarray(0, raw.length), hasCrlfLines: true as const };
          const message = wireMessage({ ...mail, buffer: memory.subarray(0, raw.length + room) });
          const from = Math.min(at, message.body.length);
          const rest = Buffer.concat([Buffer.from(message.body).subarray(from), Buffer.from(behind)]);
          expect(Buffer.from(restWith(message, from, behind))).toEqual(rest);
          expect(memory.subarray(0, raw.length)).toEqual(Buffer.from(raw));
          expect(memory.subarray(raw.length + room)).toEqual(Buffer.alloc(8, 0xaa));
        },
      ),
    );
  });

  test("is never written behind another message than the one that has the room", () => {
    const memory = Buffer.alloc(600, 0xaa);
    const signed = memory.subarray(200, 300).fill("signed ");
    const mail = { raw: signed, buffer: memory.subarray(0, 150), hasCrlfLines: true as const };
    restWith(wireMessage(mail), 0, ".\r\nMAIL FROM:<a@b.test>\r\n");
    expect(memory.subarray(300)).toEqual(Buffer.alloc(300, 0xaa));
  });
});
