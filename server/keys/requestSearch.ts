import { slicesLimits } from "../../contract/limits/http.ts";
import { requestLogLimits } from "../../contract/limits/identity.ts";
import type { AskedRequests, RequestRow, RequestStore } from "../../db/stores/keys/requests.ts";
import { createTurns } from "../core/turns.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";

/**
 * Finds requests of the log. An index knows one thing about them; by a part of their path, or by several things at once,
 * they are looked for a part of the log at a time, since all of it may have to be read: others have their turn
 * meanwhile, and of one workspace a single search runs.
 */
export function createRequestSearch(store: RequestStore) {
  const turns = createTurns({ waitingMax: slicesLimits.waitingMax, tooMuch: "too_much_at_once" });

  async function search(asked: AskedRequests, countMax: number): Promise<RequestRow[]> {
    const found: RequestRow[] = [];
    for (let before = asked.before; ; ) {
      const end = await store.lastOf({ ...asked, before }, requestLogLimits.sliceRows);
      found.push(...(await store.page({ ...asked, before, end, countMax: countMax - found.length })));
      if (end === null || found.length >= countMax) return found;
      before = end;
      await yieldToOthers();
    }
  }

  return (asked: AskedRequests, countMax: number): Promise<RequestRow[]> =>
    isIndexed(asked)
      ? store.page({ ...asked, countMax })
      : turns.take({ workspaceId: asked.workspaceId }, () => search(asked, countMax));
}

function isIndexed({ keyId, status, method, path }: AskedRequests): boolean {
  return path === null && [keyId, status, method].filter((one) => one !== null).length <= 1;
}
