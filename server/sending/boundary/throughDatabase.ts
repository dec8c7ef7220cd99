import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { noticeLimits } from "../../../contract/limits/database.ts";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { Notices } from "../../../db/database.ts";
import type { CampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import type { Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { AccountLeaseStore } from "../../../db/stores/sending/accountLeases.ts";
import type { SingleMailStore } from "../../../db/stores/sending/singleMails.ts";
import { Alarm } from "../../core/Alarm.ts";
import { noticeIn, noticeText } from "../../core/notices.ts";
import type { Log } from "../../log/log.ts";
import type { Counted, SendingEvents, SendingPort, SingleMail } from "./port.ts";

type Parts = {
  notices: Notices;
  singles: SingleMailStore;
  campaigns: Pick<CampaignStore, "byId">;
  ledger: Pick<Ledger, "countsOf" | "underWay">;
  tables: Pick<SendingPort, "waitingsOf" | "progressOf">;
  leases: Pick<AccountLeaseStore, "hasSender">;
  newId(): string;
};

/** The port to senders in other processes, wherever they are: the tables are the truth, and notices say where to look. */
export function throughDatabase({ notices, singles, ledger, tables, leases, newId }: Parts): SendingPort {
  /** What came of a mail, asked for at each notice of it and now and then. */
  async function outcomeOf(id: string): Promise<Outcome> {
    const alarm = new Alarm();
    const stop = notices.listen({
      heard: (text) => {
        const notice = noticeIn(text);
        if (notice?.about === "singleDone" && notice.id === id) alarm.ring();
      },
      missed: () => alarm.ring(),
    });
    const fromMs = performance.now();
    try {
      for (;;) {
        alarm.set();
        const found = await singles.stateOf(id);
        if (found === null) return { kind: "uncertain", reason: reason("interrupted") };
        if (found.outcome !== null) return found.outcome;
        const waitedMs = performance.now() - fromMs;
        if (found.state === "waiting" && waitedMs > sendLimits.singleTakenMs && (await singles.takeBack(id)))
          return {
            kind: "busy",
            reason: reason((await leases.hasSender()) ? "connections_busy" : "no_sender"),
          };
        // The sender that began it is gone, and nobody knows the outcome.
        if (waitedMs > sendLimits.singleEndMs) return { kind: "uncertain", reason: reason("interrupted") };
        await alarm.wait(sendLimits.singleLookMs);
      }
    } finally {
      stop();
    }
  }

  return {
    ...tables,
    async tell(command) {
      notices.send(
        noticeText(
          command.kind === "account"
            ? { about: "account", credentialId: command.credentialId }
            : { about: "campaign", ...command },
        ),
      );
    },
    async quiet(credentialId) {
      notices.send(noticeText({ about: "account", credentialId }));
      // Whoever asks waits for a bounded time.
      while ((await ledger.underWay()).some((row) => row.credentialId === credentialId))
        await new Alarm().wait(sendLimits.singleLookMs);
    },
    async sendOne({ credentialId, workspaceId, mail }: SingleMail) {
      const id = newId();
      const { envelope, messageId, raw } = mail;
      const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("latin1");
      const { from: sender, to: recipient } = envelope;
      await singles.ask({ id, workspaceId, credentialId, sender, recipient, messageId, raw: text });
      notices.send(noticeText({ about: "single" }));
      try {
        return await outcomeOf(id);
      } finally {
        // What is left of it is thrown away later.
        await singles.remove(id).catch(() => {});
      }
    },
  };
}

type Watching = Pick<Parts, "notices" | "campaigns" | "ledger" | "tables"> & {
  publish: SendingEvents["publish"];
  /** Whether anybody here watches a workspace. */
  isWatched(workspaceId: WorkspaceId): boolean;
  /** Sends a whole snapshot to everybody here, since words may have been lost. */
  resync(): void;
  log: Log;
};

/** Tells those who watch here what has become of a campaign, as the tables say it; answers how to stop. */
export function watchProgress({
  notices,
  campaigns,
  ledger,
  tables,
  log,
  ...watching
}: Watching): () => void {
  const { publish, isWatched, resync } = watching;
  /** Campaigns that are being read, and whether they have to be read once more. */
  const reading = new Map<string, { isStale: boolean }>();

  async function tell(campaignId: string, workspaceId: WorkspaceId): Promise<void> {
    const known = reading.get(campaignId);
    if (known !== undefined) {
      known.isStale = true;
      return;
    }
    const state = { isStale: true };
    reading.set(campaignId, state);
    try {
      // One reading at a time, so that what is told never goes back.
      while (state.isStale) {
        state.isStale = false;
        const campaign = await campaigns.byId(campaignId);
        if (campaign === null || campaign.workspaceId !== workspaceId) return;
        const one: Counted = { campaign, counts: await ledger.countsOf(campaignId) };
        for (const message of await tables.progressOf([one])) publish(workspaceId, message);
      }
    } catch (error) {
      log.warn("What became of a campaign could not be read for those who watch", {
        campaign: campaignId,
        error,
      });
    } finally {
      reading.delete(campaignId);
    }
  }

  // A sender that was killed right after a commit never announces it.
  const again = setInterval(resync, noticeLimits.resyncMs);
  again.unref();
  const unlisten = notices.listen({
    heard(text) {
      const notice = noticeIn(text);
      if (notice?.about !== "campaign" && notice?.about !== "progress") return;
      if (isWatched(notice.workspaceId)) void tell(notice.campaignId, notice.workspaceId);
    },
    missed: resync,
  });
  return () => {
    clearInterval(again);
    unlisten();
  };
}
