import { createHash, randomBytes } from "node:crypto";
import { keyPrefix } from "../../contract/identity/keys.ts";
import { ownWorkspaceOf, type UserId, type WorkspaceId } from "../../contract/identity/scope.ts";
import { sessionLimits } from "../../contract/limits/identity.ts";
import type { SignedInSession } from "../../contract/schemas/account.ts";
import {
  createSessionStore,
  type Listening,
  type OpenSession,
  type SessionRow,
  type SessionStore,
} from "../../db/stores/identity/sessions.ts";
import type { Caller, SignedIn } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { presentedTokens } from "../http/sessionCookie.ts";
import type { Log } from "../log/log.ts";
import { deviceInWords, deviceOf } from "./device.ts";
import type { Notices } from "./notices.ts";

export type Sessions = {
  /** Opens a session in place of those the request came with; answers its token, which is kept nowhere. */
  open(options: { userId: UserId; request: Request }): Promise<string>;
  /**
   * A session that is not stored yet, for those who store it together with something else. It works in the person's own
   * workspace unless another one is named.
   */
  make(options: { userId: UserId; workspaceId?: WorkspaceId; request: Request }): {
    token: string;
    row: SessionRow;
  };
  callerOf(request: Request): Promise<Caller | null>;
  /** Ends the sessions that the request came with. */
  endPresented(request: Request): Promise<void>;
  endToken(token: string): Promise<void>;
  /** Tells everybody who listens that these sessions are over. */
  ended(sessionIds: string[]): void;
  onEnded(listener: (sessionIds: string[]) => void): void;
  /** Where a person is signed in, the session used last first. */
  listOf(person: SignedIn): Promise<SignedInSession[]>;
  /** Ends one of a person's sessions; false when it is not one of theirs. */
  endOne(person: SignedIn, id: string): Promise<boolean>;
  /** Signs a person out everywhere. */
  endAllOf(userId: UserId): Promise<void>;
  /** Closes the sockets here of sessions that another process has ended or moved. */
  notice(listening: readonly Listening[]): Promise<void>;
  /** Deletes sessions that have been idle or alive for too long. */
  sweep(): Promise<void>;
};

/**
 * A session is one row and one random token. The browser holds the token as a cookie that no script can read,
 * a program sends it as a bearer token; signing out ends both, because they are the same session.
 */
export function createSessions(
  core: Pick<Core, "clock" | "database" | "log" | "settings">,
  notices: Pick<Notices, "jobFor" | "written"> = { jobFor: () => null, written: () => {} },
): Sessions {
  const { clock, settings } = core;
  const store = createSessionStore(core.database);
  const listeners: ((sessionIds: string[]) => void)[] = [];
  const idsOf = (request: Request) => presentedTokens({ request, settings }).map(sessionIdOf);
  const ended = (sessionIds: string[]) => {
    if (sessionIds.length > 0) for (const listener of listeners) listener(sessionIds);
  };
  const make: Sessions["make"] = ({ userId, workspaceId = ownWorkspaceOf(userId), request }) => {
    const token = newToken();
    const now = clock.now();
    const device = deviceOf(request);
    const times = { createdAt: now, lastSeenAt: now };
    return { token, row: { id: sessionIdOf(token), userId, workspaceId, ...times, device } };
  };
  return {
    make,
    ended,
    onEnded: (listener) => void listeners.push(listener),
    async open({ userId, request }) {
      const { token, row } = make({ userId, request });
      const opened = await store.open({
        session: row,
        // A session that was planted in the browser beforehand must not become the person's own.
        replaces: idsOf(request),
        perUserMax: sessionLimits.perUser,
        known: {
          since: row.createdAt - sessionLimits.deviceKnownMs,
          countMax: sessionLimits.devicesKnown,
        },
        newDevice: notices.jobFor({ letter: "newDevice", userId, device: row.device }),
      });
      ended(opened.ended);
      if (opened.isToldOf) notices.written();
      return token;
    },
    async callerOf(request) {
      for (const id of idsOf(request)) {
        const found = await store.withOwner(id);
        if (found === null || !isAlive(found.session, clock.now())) continue;
        touch({ store, session: found.session, now: clock.now(), log: core.log });
        return callerIn(found);
      }
      return null;
    },
    async endPresented(request) {
      const presented = idsOf(request);
      if (presented.length > 0) ended(await store.end(presented));
    },
    ...managing({ clock, store, ended }),
    async endToken(token) {
      ended(await store.end([sessionIdOf(token)]));
    },
    async sweep() {
      const now = clock.now();
      ended(
        await store.endExpired({
          idleBefore: now - sessionLimits.idleMs,
          createdBefore: now - sessionLimits.absoluteMs,
        }),
      );
    },
  };
}

type ManagedSessions = Pick<Core, "clock"> & { store: SessionStore; ended: (sessionIds: string[]) => void };

/** A person's own view of where they are signed in. */
function managing({
  clock,
  store,
  ended,
}: ManagedSessions): Pick<Sessions, "listOf" | "endOne" | "endAllOf" | "notice"> {
  return {
    async listOf({ uid, sessionId }) {
      const rows = await store.ownedBy(uid);
      return rows
        .filter((row) => isAlive(row, clock.now()))
        .map(({ id, device, createdAt, lastSeenAt }) => ({
          _id: id,
          device: deviceInWords(device),
          createdAt,
          lastSeenAt,
          current: id === sessionId,
        }));
    },
    async endOne({ uid }, id) {
      const isOver = await store.endOwned({ userId: uid, id });
      if (isOver) ended([id]);
      return isOver;
    },
    async endAllOf(userId) {
      ended(await store.endAllOf(userId));
    },
    async notice(listening) {
      for (let start = 0; start < listening.length; start += sessionLimits.checkBatch) {
        const batch = listening.slice(start, start + sessionLimits.checkBatch);
        const alive = new Set(await store.among(batch));
        ended(batch.map(({ sessionId }) => sessionId).filter((id) => !alive.has(id)));
      }
    },
  };
}

/** Who is there and in which workspace, as it stands in the database at this moment. */
function callerIn({ session, owner, memberRole, status }: OpenSession): Caller {
  const { id: uid, ...person } = owner;
  const scope = { workspaceId: session.workspaceId, userId: uid, role: memberRole, status };
  return { uid, ...person, sessionId: session.id, scope };
}

/** One that is no key by chance, and whose id a command line does not take for an option. */
function newToken(): string {
  const token = randomBytes(sessionLimits.tokenBytes).toString("base64url");
  return token.startsWith(keyPrefix) || sessionIdOf(token).startsWith("-") ? newToken() : token;
}

/** What the database stores of a token: a hash, with which nobody can sign in. */
export function sessionIdOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

function isAlive(session: SessionRow, now: number): boolean {
  return (
    now - session.lastSeenAt < sessionLimits.idleMs && now - session.createdAt < sessionLimits.absoluteMs
  );
}

type Touch = { store: SessionStore; session: SessionRow; now: number; log: Log };

/** Not awaited: a request must not wait for, or fail by, a note of when somebody was last here. */
function touch({ store, session, now, log }: Touch): void {
  if (now - session.lastSeenAt < sessionLimits.touchEveryMs) return;
  store
    .touch({ id: session.id, at: now })
    .catch((error) =>
      log.warn("When a session was last used could not be noted", { user: session.userId, error }),
    );
}
