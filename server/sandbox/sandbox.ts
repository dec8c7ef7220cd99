import type { Scope } from "../../contract/identity/scope.ts";
import { pageLimits } from "../../contract/limits/http.ts";
import { mailboxLimits } from "../../contract/limits/sandbox.ts";
import { refused } from "../../contract/refused.ts";
import { createSandboxMailStore, type SandboxMailSummary } from "../../db/stores/campaigns/sandboxMails.ts";
import type { Core } from "../core/core.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";

export type SandboxMail = { _id: string; to: string; from: string; subject: string; receivedAt: number };
/** `next` is what to ask for to get the mails before these, or null at the end. */
type SandboxPage = { items: SandboxMail[]; total: number; next: string | null };

type Key = Scope & { id: string };
type PageQuery = Scope & {
  before?: string | undefined;
  order?: "asc" | "desc" | undefined;
  pageSize?: number | undefined;
};

export type SandboxService = ReturnType<typeof createSandboxService>;

/** The built-in mailbox, for trying everything out without a mail account. Where it is off, nothing of it exists. */
export function createSandboxService(core: Core) {
  const store = createSandboxMailStore(core.database);
  const sandboxAllowed = core.settings.sandbox;

  /** @throws {Refusal} not_found where the installation has turned the sandbox off. */
  function requireAllowed(): void {
    if (!sandboxAllowed) throw refused("sandbox_disabled");
  }

  return {
    sandboxAllowed,

    async page({
      workspaceId,
      before,
      order = "desc",
      pageSize = pageLimits.sizeDefault,
    }: PageQuery): Promise<SandboxPage> {
      requireAllowed();
      const query = { workspaceId, beforeId: before ?? null, order, sizeMax: pageSize + 1 };
      const [found, total] = await Promise.all([store.page(query), store.countOf(workspaceId)]);
      const items = found.slice(0, pageSize).map(wireMail);
      return { items, total, next: found.length > pageSize ? (items.at(-1)?._id ?? null) : null };
    },

    /** One mail as it went over the wire. */
    async mail(key: Key): Promise<SandboxMail & { raw: Buffer }> {
      requireAllowed();
      const row = await store.one(key);
      if (row === null) throw refused("sandbox_mail_not_found");
      return { ...wireMail(row), raw: Buffer.from(row.raw, "latin1") };
    },

    /** In steps, so that a full mailbox does not hold the database's write lock for long. */
    async empty({ workspaceId }: Scope): Promise<void> {
      requireAllowed();
      const step = { countMax: mailboxLimits.writeBatch, bytesMax: mailboxLimits.dropBytes };
      while ((await store.dropOldest({ workspaceId, lastId: null, ...step })) > 0) await yieldToOthers();
    },
  };
}

function wireMail(row: SandboxMailSummary): SandboxMail {
  const { id, recipient, sender, subject, receivedAt } = row;
  return { _id: id, to: recipient, from: sender, subject, receivedAt };
}
