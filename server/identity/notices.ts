import { ownWorkspaceOf, type UserId } from "../../contract/identity/scope.ts";
import type { NewJob } from "../../db/stores/jobs/enqueueing.ts";
import type { Core } from "../core/core.ts";
import { newJob } from "../jobs/jobs.ts";
import type { Letter } from "./letter.ts";

/** What the owner of an account is told of, whoever did it. */
type OwnerNotice =
  | { letter: "passwordChanged"; userId: UserId }
  | { letter: "newDevice"; userId: UserId; device: string }
  | { letter: "keyMade"; userId: UserId; name: string; lastFour: string }
  | { letter: "webhookAimed"; userId: UserId; name: string; host: string }
  | { letter: "webhookPaused" | "readingStopped"; userId: UserId; name: string };

export type Notices = ReturnType<typeof createNotices>;

/**
 * Mails that tell people what they should know of at once if it was not they. Each is a job that is written in the
 * commit of what it tells of: one without the other there never is. Whoever did it waits for nothing and sees nothing.
 */
export function createNotices(core: Pick<Core, "settings" | "clock" | "newId">) {
  const listeners: (() => void)[] = [];
  return {
    /** Null where this installation has no account for such mail. */
    jobFor(notice: OwnerNotice): NewJob | null {
      if (core.settings.systemSmtp === null) return null;
      const payload: Letter = { ...notice, at: core.clock.now() };
      return newJob(core, { kind: "systemMail", workspaceId: ownWorkspaceOf(notice.userId), payload });
    },
    /** Says that one was written. */
    written: (): void => {
      for (const listener of listeners) listener();
    },
    onWritten: (listener: () => void): void => void listeners.push(listener),
  };
}
