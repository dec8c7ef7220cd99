import { decodeWords } from "postal-mime";
import { Refusal } from "../../../contract/errors.ts";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { mailboxLimits } from "../../../contract/limits/sandbox.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import { refusalOfDatabase } from "../../../db/faults.ts";
import type { SandboxMailRow, SandboxMailStore } from "../../../db/stores/campaigns/sandboxMails.ts";
import type { Clock } from "../../core/clock.ts";
import type { Log } from "../../log/log.ts";
import { MailboxBound } from "./MailboxBound.ts";
import type { OutgoingMail, Sender } from "./sender.ts";

type SandboxSenderOptions = {
  workspaceId: WorkspaceId;
  store: Pick<SandboxMailStore, "add" | "lengths" | "dropOldest">;
  clock: Clock;
  log: Log;
  newId(): string;
};

/** Addresses for trying things out: how a mail to one ends depends on how its local part begins. */
export const sandboxBehaviours: readonly { begins: string; becomes: string; outcome: Outcome }[] = [
  {
    begins: "bounce",
    becomes: "refused for good, so it fails",
    outcome: {
      kind: "refused",
      reason: reason("refused", {}, "550 5.1.1 The sandbox refuses addresses that begin with bounce"),
    },
  },
  {
    begins: "defer",
    becomes: "put off, so it is tried again later",
    outcome: {
      kind: "busy",
      reason: reason("put_off", {}, "450 4.2.1 The sandbox puts off addresses that begin with defer"),
    },
  },
  {
    begins: "uncertain",
    becomes: "lost after the last byte, so nobody can know whether it arrived",
    outcome: { kind: "uncertain", reason: reason("sandbox_hung_up") },
  },
];

type Waiting = { row: SandboxMailRow; resolve(outcome: Outcome): void };

/**
 * Delivers to the mailbox inside the app. Mails that are sent at the same time share a transaction, because a commit
 * costs the same for one mail as for many.
 */
export function createSandboxSender(options: SandboxSenderOptions): Sender {
  const waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;
  const bound = new MailboxBound(options);

  async function writeAll(): Promise<void> {
    // Mails that are sent in this turn of the event loop go into the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.splice(0, mailboxLimits.writeBatch);
      const outcome = await write(batch.map(({ row }) => row));
      for (const { resolve } of batch) resolve(outcome);
    }
    writing = null;
  }

  async function write(rows: readonly SandboxMailRow[]): Promise<Outcome> {
    try {
      await options.store.add(rows);
      // Once they are written the mails have arrived, whether or not trimming succeeds.
      await bound
        .added(rows)
        .catch((error) => options.log.warn("The sandbox mailbox could not be trimmed", { error }));
      return { kind: "sent", reason: reason("accepted", {}, "250 2.0.0 Kept in the sandbox mailbox") };
    } catch (error) {
      // The account waits, not only the recipient: a full disk or a locked database has nothing to do with the address.
      return { kind: "busy", reason: unwritten(error), account: true };
    }
  }

  return {
    send(mail) {
      const behaviour = sandboxBehaviours.find(({ begins }) =>
        mail.envelope.to.toLowerCase().startsWith(begins),
      );
      if (behaviour) return Promise.resolve(behaviour.outcome);
      const row = rowOf(mail, options);
      mail.journal?.begins();
      return new Promise((resolve) => {
        waiting.push({ row, resolve });
        writing ??= writeAll();
      });
    },
    async close() {
      await writing;
    },
  };
}

/** A database that is held, away or read-only is said as for any other account; its refusal is one of whoever asks. */
function unwritten(error: unknown): Reason {
  const refusal = error instanceof Refusal ? error : refusalOfDatabase(error);
  if (refusal?.code === "unavailable") return reason("database_busy");
  return reason("sandbox_unwritable", { detail: error instanceof Error ? error.message : String(error) });
}

function rowOf(mail: OutgoingMail, { workspaceId, newId, clock }: SandboxSenderOptions): SandboxMailRow {
  // One character for each byte, so that what is read back is what was sent, byte for byte.
  const raw = Buffer.from(mail.raw.buffer, mail.raw.byteOffset, mail.raw.byteLength).toString("latin1");
  return {
    id: newId(),
    workspaceId,
    messageId: mail.messageId,
    sender: headerOf(raw, "From") ?? mail.envelope.from,
    recipient: mail.envelope.to,
    subject: headerOf(raw, "Subject") ?? "",
    raw,
    receivedAt: clock.now(),
  };
}

/** One header's text, unfolded (RFC 5322 section 2.2.3) and decoded (RFC 2047); null where there is none. */
function headerOf(raw: string, name: string): string | null {
  const head = `\r\n${raw.slice(0, mailboxLimits.headerCharacters).split("\r\n\r\n", 1)[0]}\r\n`;
  const start = head.toLowerCase().indexOf(`\r\n${name.toLowerCase()}:`);
  if (start < 0) return null;
  const rest = head.slice(start + name.length + 3);
  const end = rest.search(/\r\n(?![ \t])/);
  return decodeWords(rest.slice(0, end).replace(/\r\n/g, "")).trim();
}
