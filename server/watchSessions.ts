import { keyLimits, sessionLimits } from "../contract/limits/identity.ts";
import type { Caller } from "./core/caller.ts";
import type { Core } from "./core/core.ts";
import { noticeText } from "./core/notices.ts";
import { presentedKey } from "./http/sessionCookie.ts";
import type { Identity } from "./identity/identity.ts";
import type { Keys } from "./keys/keys.ts";
import type { Hub } from "./realtime/hub.ts";

const sessionsNotice = noticeText({ about: "sessions" });

/** Who asks for a socket: the key's person where the request names a key, and nobody in their place. */
export function callerOf(
  { identity, keys }: Pick<Watched, "identity" | "keys">,
  { request, address }: { request: Request; address: string },
): Promise<Caller | null> {
  const key = presentedKey(request);
  return key === null ? identity.callerOf(request) : keys.callerOf({ key, address });
}

type Watched = { core: Core; identity: Identity; keys: Keys; hub: Hub };

/** Closes the sockets of sessions and keys that are over, wherever they ended; answers how to stop. */
export function watchSessions({ core, identity, keys, hub }: Watched): () => void {
  const { notices } = core.database;
  const failed = (error: unknown) => core.log.warn("Open sessions could not be looked at", { error });
  const lookAtKeys = () => keys.notice(hub.listening().keys).catch(failed);
  const lookAtAll = () =>
    Promise.all([identity.notice(hub.listening().sessions).catch(failed), lookAtKeys()]);
  // Another process on this database, such as `amplify users reset-password`, may have ended them. A timer and no job:
  // each process looks at the sockets that it holds itself.
  const checking = setInterval(lookAtAll, sessionLimits.checkEveryMs);
  // A key expires, and a plan is taken from it, without anybody's saying so to this process.
  const checkingKeys = setInterval(lookAtKeys, keyLimits.checkEveryMs);
  checking.unref();
  checkingKeys.unref();
  const end = (ids: string[]) => {
    hub.endSessions(ids);
    notices?.send(sessionsNotice);
  };
  identity.onSessionsEnded(end);
  keys.onEnded(end);
  const heard = (text: string) => text === sessionsNotice && lookAtAll();
  const deafen = notices?.listen({ heard, missed: lookAtAll });
  return () => {
    clearInterval(checking);
    clearInterval(checkingKeys);
    deafen?.();
  };
}
