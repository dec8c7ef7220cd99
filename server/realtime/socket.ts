import type { UserId, WorkspaceId } from "../../contract/identity/scope.ts";
import { socketLimits } from "../../contract/limits/socket.ts";
import { refused } from "../../contract/refused.ts";
import type { Caller, KeyInUse } from "../core/caller.ts";
import { mayUseApi } from "../core/planAllowance.ts";
import { isForeign } from "../http/middleware/originGuard.ts";
import type { Settings } from "../settings/settings.ts";

type Admission = { isOwnOrigin(origin: string): boolean; settings: Pick<Settings, "plans"> };

/** What the server remembers of one socket. */
export type SocketData = {
  workspaceId: WorkspaceId;
  userId: UserId;
  sessionId: string;
  /** Whether that is a key of the API. */
  isKey: boolean;
  /** Frames received in the second that began at `secondAtMs`. */
  frames: number;
  secondAtMs: number;
};

const path = /^\/ws\/([^/]+)$/;

/** Whether somebody asks for a socket. It is asked of every request, and an address is read only where it may be one. */
export function isSocketAddress(url: string): boolean {
  return url.includes("/ws/") && new URL(url).pathname.startsWith("/ws/");
}

/**
 * Decides about a socket before there is one: the page must be ours and the session must work in the workspace
 * that the address names, which is the uid in one's own. Browsers send the cookie along from any page, so the origin is what tells a foreign one.
 * @throws {Refusal} forbidden, unauthorized or bad_request.
 */
export function admitSocket(
  request: Request,
  caller: Caller | null,
  { isOwnOrigin, settings }: Admission,
): SocketData {
  if (isForeign({ request, isOwnOrigin, isRead: true })) throw refused("own_programs_only");
  const asked = path.exec(new URL(request.url).pathname)?.[1];
  if (caller === null || asked === undefined || asked !== caller.scope.workspaceId)
    throw refused("unauthorized");
  if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") throw refused("sockets_only");
  if (caller.key !== undefined) refuseKey({ ...caller, settings }, caller.key);
  const { workspaceId, userId } = caller.scope;
  const isKey = caller.key !== undefined;
  return {
    workspaceId,
    userId,
    sessionId: caller.sessionId,
    isKey,
    frames: 0,
    secondAtMs: performance.now(),
  };
}

/** Everything of a workspace is told, so its key has to be one that may read all of it. @throws {Refusal} forbidden. */
function refuseKey(
  { scope, role, settings }: Caller & Pick<Admission, "settings">,
  { scopes }: KeyInUse,
): void {
  if (!mayUseApi({ settings }, { status: scope.status, role })) throw refused("plan_without_api");
  if (!scopes.includes("read")) throw refused("key_without_scope", { scope: "read" });
  if (scope.only !== undefined) throw refused("key_bounded");
}

/** Counts a frame from the client; false once there are more in this second than anyone honest sends. */
export function countFrame(data: SocketData): boolean {
  const nowMs = performance.now();
  if (nowMs - data.secondAtMs >= 1000) {
    data.secondAtMs = nowMs;
    data.frames = 0;
  }
  data.frames += 1;
  return data.frames <= socketLimits.incomingPerSecond;
}
