import type { Database } from "../../../db/database.ts";
import { createMailboxReadingStore, type NewReading } from "../../../db/stores/accounts/mailboxReadings.ts";
import type { Core } from "../../../server/core/core.ts";
import { openImap } from "../../../server/inbound/imap.ts";
import type { InboundMail } from "../../../server/inbound/inboundMail.ts";
import { createMailboxReaders } from "../../../server/inbound/mailboxReaders.ts";
import { createMailboxSignIns } from "../../../server/inbound/mailboxSignIns.ts";
import { mailboxSecretPlace } from "../../../server/secrets/mailboxSecret.ts";
import { createSecrets } from "../../../server/secrets/secrets.ts";
import { credentialRow } from "../smtp/sendingRows.ts";
import { testCertificate } from "../smtp/testCertificate.ts";
import { type ImapStandIn, imapPassword, imapUser } from "./imapStandIn.ts";

const workspaceId = "ada";

/** A mail that answers one of ours, as far as the tests' stand-in for what is made of mails knows. */
export function answer(text: string): string {
  return `From: bob@example.net\r\nIn-Reply-To: <ours@example.com>\r\nSubject: Re: Hello\r\n\r\n${text}\r\n`;
}

export type ReadingWorld = ReturnType<typeof readingWorld>;

const settings = {
  privateHosts: true,
  rateLimits: false,
  google: null,
  microsoft: null,
  googleImap: null,
  outlookImap: null,
};

/** Accounts with mailboxes over one database, and processes that read them; what they take is kept in order. */
export function readingWorld(database: () => Database) {
  const secrets = createSecrets(Buffer.alloc(32, 7));
  const taken: InboundMail[] = [];
  const told: string[] = [];
  const notices: string[] = [];
  const logged: string[] = [];
  const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs };
  const closing: (() => Promise<void>)[] = [];
  const script = { take: async (_: InboundMail): Promise<void> => {} };
  const store = () => createMailboxReadingStore(database());
  const say = (text: string, of: object = {}) => void logged.push(`${text} ${JSON.stringify(of)}`);
  const core = () =>
    ({
      clock,
      secrets,
      database: database(),
      newId: () => crypto.randomUUID(),
      settings,
      log: { debug: say, info: say, warn: say, error: say },
    }) as unknown as Core;

  return {
    workspaceId,
    taken,
    told,
    notices,
    logged,
    script,
    clock,
    core,
    store,
    ...processOf({ core, taken, told, notices, script, closing }),
    /** What was taken, by the last word of each mail. */
    texts: () => taken.map(({ raw }) => Buffer.from(raw).toString().trim().split(/\s/).at(-1) ?? ""),
    row: async (id = "account") => await store().one({ workspaceId, id }),

    async addAccount(imap: Pick<ImapStandIn, "port">, { id = "account", ...changes }: AccountChanges = {}) {
      const { credentials } = database().tables;
      const row = credentialRow({
        id,
        appEmail: imapUser,
        alias: id,
        provider: "smtp",
        host: "smtp.example.test",
      });
      await database().atomically((write) => ({
        added: write
          .insert(credentials)
          .values({ ...row, displayName: id, appEmail: `${id}@example.com`, user: imapUser }),
      }));
      await this.turnOn(imap, { id, ...changes });
    },

    async turnOn(
      imap: Pick<ImapStandIn, "port">,
      { id = "account", password = imapPassword, ...fields }: AccountChanges,
    ) {
      const secret = secrets.seal(password, mailboxSecretPlace({ workspaceId, id }));
      const place = { host: "localhost", port: imap.port, security: "tls", user: imapUser } as const;
      const reading: NewReading = { ...place, secret, readFrom: null, ...fields };
      await store().turnOn({ workspaceId, id }, reading, { now: clock.now(), isSameMailbox: true });
    },

    /** Tries what rests at once. */
    async hurry(): Promise<void> {
      const { mailboxReadings } = database().tables;
      await database().atomically((write) => ({
        hurried: write.update(mailboxReadings).set({ nextTryAt: 0 }),
      }));
    },

    async close(): Promise<void> {
      for (const close of closing.splice(0)) await close();
    },
  };
}

type OfWorld = {
  core(): Core;
  taken: InboundMail[];
  told: string[];
  notices: string[];
  script: { take(mail: InboundMail): Promise<void> };
  closing: (() => Promise<void>)[];
};

/** A process that reads; it is closed at the end of the test. */
function processOf({ core, taken, told, notices, script, closing }: OfWorld) {
  return {
    start({ connectionsMax = 10, leaseMs = 60_000 } = {}) {
      const readers = createMailboxReaders(core(), {
        mails: {
          mayConcernUs: (header) => /^in-reply-to:/im.test(Buffer.from(header).toString()),
          async take(mail) {
            await script.take(mail);
            taken.push(mail);
          },
        },
        signIns: createMailboxSignIns(core(), {
          open: openImap,
          trustedCertificates: testCertificate.certificate,
        }),
        tell: (workspace) => told.push(workspace),
        notice(account) {
          notices.push(account.appEmail);
          return null;
        },
        wrote() {},
        random: () => 0,
        times: { leaseMs, beatEveryMs: 10, connectionsMax },
      });
      readers.start();
      closing.push(readers.close);
      return readers;
    },
  };
}

type AccountChanges = Partial<NewReading> & { id?: string; password?: string };
