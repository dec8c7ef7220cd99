import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { sendLimits } from "../../../contract/limits/sending.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { UnnumberedMessage } from "../../realtime/hub.ts";
import type { SendingEvents } from "./port.ts";

/** What has happened since the last batch. */
export type Happened = {
  progress: { workspaceId: WorkspaceId; message: UnnumberedMessage }[];
  tried: [Outcome["kind"], number][];
  /** Workspaces in which an account has stopped or goes on. */
  accounts: WorkspaceId[];
};

/**
 * What happens while mails go out, told in batches: of each campaign the newest message alone, so that what goes from
 * thread to thread depends on the number of campaigns and not on the speed of sending.
 */
export function gatherEvents(tell: (happened: Happened) => void): SendingEvents & { flush(): void } {
  const progress = new Map<string, Happened["progress"][number]>();
  const tried = new Map<Happened["tried"][number][0], number>();
  const accounts = new Set<WorkspaceId>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let toldMs = Number.NEGATIVE_INFINITY;

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (progress.size + tried.size + accounts.size === 0) return;
    toldMs = performance.now();
    const happened = { progress: [...progress.values()], tried: [...tried], accounts: [...accounts] };
    progress.clear();
    tried.clear();
    accounts.clear();
    tell(happened);
  }

  /** After a quiet period the next event is passed on at once. */
  function soon(): void {
    timer ??= setTimeout(flush, Math.max(0, toldMs + sendLimits.tellEveryMs - performance.now()));
  }

  return {
    publish(workspaceId, message) {
      progress.set(message.data.campaignId, { workspaceId, message });
      soon();
    },
    accountChanged(workspaceId) {
      accounts.add(workspaceId);
      soon();
    },
    tried(kind, count = 1) {
      tried.set(kind, (tried.get(kind) ?? 0) + count);
      soon();
    },
    flush,
  };
}
