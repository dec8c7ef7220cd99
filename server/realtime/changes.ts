import type { WorkspaceId } from "../../contract/identity/scope.ts";
import type { Topic } from "../../contract/realtime/changes.ts";
import type { Core } from "../core/core.ts";
import { noticeIn, noticeText } from "../core/notices.ts";
import type { Change, Hub } from "./hub.ts";

type Changes = {
  /** Something in a workspace is another than before: for all who watch it, in whatever process. */
  changed(change: Change): void;
  /** Stops hearing of what other processes have changed. */
  stop(): void;
};

/** Tells whoever watches a workspace what has changed in it, and the other processes of the database, for theirs. */
export function createChanges(core: Pick<Core, "database">, hub: Pick<Hub, "changed">) {
  const { notices } = core.database;
  const tellOthers = tellingOthers(core);
  const changes: Changes = {
    changed(change) {
      hub.changed(change);
      tellOthers(change);
    },
    stop: () => {},
  };
  if (notices === null) return changes;
  const stop = notices.listen({
    heard(text) {
      const notice = noticeIn(text);
      // One's own comes back too: told twice within a moment, it goes out once.
      if (notice?.about === "changed") hub.changed({ ...notice, topics: notice.topics as Topic[] });
    },
    // Whoever watches is brought up to date by `watchSenders`, which hears of that too.
    missed: () => {},
  });
  return { ...changes, stop };
}

/** Tells the processes that people watch what has changed here. */
export function tellingOthers({ database: { notices } }: Pick<Core, "database">): (change: Change) => void {
  return (change) => notices?.send(noticeText({ about: "changed", ...change, topics: [...change.topics] }));
}

/** An account stopped, rests or goes on by itself: what is sent from it is another as well. */
export function accountChange(workspaceId: WorkspaceId): Change {
  return { workspaceId, topics: ["credentials", "campaigns"], by: null };
}
