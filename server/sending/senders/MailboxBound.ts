import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { mailboxLimits } from "../../../contract/limits/sandbox.ts";
import type { SandboxMailStore } from "../../../db/stores/campaigns/sandboxMails.ts";
import { yieldToOthers } from "../../core/yieldToOthers.ts";

const { keepPerUser, keepBytes, writeBatch, dropBytes, lookBatch, trimEvery, trimBytes } = mailboxLimits;

/**
 * Keeps a sandbox mailbox within its bounds. What is in it is looked through at the first mail, in case an earlier process
 * left it too full, and counted along from then on; the person may have emptied it meanwhile, so it is looked through again
 * before more goes.
 */
export class MailboxBound {
  readonly #workspaceId: WorkspaceId;
  readonly #store: Pick<SandboxMailStore, "lengths" | "dropOldest">;
  /** Null until it was looked through. */
  #kept: { mails: number; bytes: number } | null = null;

  constructor(options: {
    workspaceId: WorkspaceId;
    store: Pick<SandboxMailStore, "lengths" | "dropOldest">;
  }) {
    this.#workspaceId = options.workspaceId;
    this.#store = options.store;
  }

  /** Says what came, and drops the oldest where it is too much. */
  async added(rows: readonly { raw: string }[]): Promise<void> {
    if (this.#kept !== null) {
      this.#kept.mails += rows.length;
      for (const { raw } of rows) this.#kept.bytes += raw.length;
      const { mails, bytes } = this.#kept;
      if (mails < keepPerUser + trimEvery && bytes < keepBytes + trimBytes) return;
    }
    await this.#trim();
  }

  async #trim(): Promise<void> {
    const { lastId, ...kept } = await this.#lookThrough();
    this.#kept = kept;
    if (lastId === null) return;
    const step = { workspaceId: this.#workspaceId, lastId, countMax: writeBatch, bytesMax: dropBytes };
    while ((await this.#store.dropOldest(step)) > 0) await yieldToOthers();
  }

  /** How much stays, and the newest of those that do not. */
  async #lookThrough() {
    const kept = { mails: 0, bytes: 0 };
    for (let beforeId: string | null = null; ; ) {
      const mails = await this.#store.lengths({
        workspaceId: this.#workspaceId,
        beforeId,
        countMax: lookBatch,
      });
      for (const { id, bytes } of mails) {
        // The newest stays, however long it is.
        const isTooMuch = kept.mails === keepPerUser || kept.bytes + bytes > keepBytes;
        if (isTooMuch && kept.mails > 0) return { ...kept, lastId: id };
        kept.mails += 1;
        kept.bytes += bytes;
      }
      if (mails.length < lookBatch) return { ...kept, lastId: null };
      beforeId = mails.at(-1)?.id ?? null;
      await yieldToOthers();
    }
  }
}
