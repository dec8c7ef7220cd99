import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { pageLimits } from "../../contract/limits/http.ts";
import { keyUsageLimits, requestLogLimits } from "../../contract/limits/identity.ts";
import { dayMs } from "../../contract/limits/units.ts";
import type { KeyUsage, RequestPage, RequestQuery } from "../../contract/schemas/keys.ts";
import { dayOf } from "../../db/stores/accounts/accountDays.ts";
import { createKeyStore } from "../../db/stores/keys/keys.ts";
import { createRequestStore, type RequestRow } from "../../db/stores/keys/requests.ts";
import type { Core } from "../core/core.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import { createRequestSearch } from "./requestSearch.ts";

export type RequestLog = ReturnType<typeof createRequestLog>;

/**
 * What keys have called. It is written beside the calls, in batches, at most a second late: none waits for it, none
 * fails by it, and a process that is killed loses that second.
 */
export function createRequestLog(core: Pick<Core, "database" | "clock" | "log">) {
  const store = createRequestStore(core.database);
  const keys = createKeyStore(core.database);
  const search = createRequestSearch(store);
  let waiting: RequestRow[] = [];
  let left = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function write(rows: readonly RequestRow[]): Promise<void> {
    for (let start = 0; start < rows.length; start += requestLogLimits.batch)
      await store.add(rows.slice(start, start + requestLogLimits.batch));
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const rows = waiting;
    waiting = [];
    if (left > 0) core.log.warn("Requests of keys came faster than they could be written down", { left });
    left = 0;
    writing = writing
      .then(() => write(rows))
      .catch((error) => core.log.warn("Requests of keys could not be written down", { error }));
    return writing;
  }

  return {
    note(row: RequestRow): void {
      if (waiting.length >= requestLogLimits.waitingMax) left += 1;
      else waiting.push(row);
      timer ??= setTimeout(flush, requestLogLimits.flushEveryMs);
    },

    /** Writes what still waits. */
    close: flush,

    async page({ workspaceId }: { workspaceId: WorkspaceId }, query: RequestQuery): Promise<RequestPage> {
      const pageSize = query.pageSize ?? pageLimits.sizeDefault;
      const asked = { workspaceId, since: core.clock.now() - requestLogLimits.keptMs, ...filtersOf(query) };
      const rows = await search(asked, pageSize + 1);
      const names = await keys.namesOf(workspaceId);
      const items = rows.slice(0, pageSize).map(({ id, keyId, workspaceId: _, ...row }) => ({
        _id: id,
        keyId,
        keyName: names.get(keyId) ?? "",
        ...row,
      }));
      return { items, next: rows.length > pageSize ? (items.at(-1)?._id ?? null) : null };
    },

    async usage({ workspaceId }: { workspaceId: WorkspaceId }): Promise<KeyUsage> {
      const from = dayOf(core.clock.now()) - (keyUsageLimits.days - 1) * dayMs;
      const counted = await store.daysSince(workspaceId, from);
      const names = await keys.namesOf(workspaceId);
      const byDay = Map.groupBy(counted, ({ day }) => day);
      const byKey = Map.groupBy(counted, ({ keyId }) => keyId);
      return {
        days: Array.from({ length: keyUsageLimits.days }, (_, index) => {
          const day = from + index * dayMs;
          return { day, ...sumOf(byDay.get(day) ?? []) };
        }),
        keys: Array.from(byKey, ([keyId, its]) => ({
          keyId,
          name: names.get(keyId) ?? "",
          ...sumOf(its),
        })).toSorted((a, b) => callsOf(b) - callsOf(a)),
      };
    },

    /** Throws away what is past its time, a batch in a commit, and lets others have their turn between two. */
    async forgetOld(): Promise<void> {
      const now = core.clock.now();
      const before = { requests: now - requestLogLimits.keptMs, days: now - keyUsageLimits.keptMs };
      const countMax = requestLogLimits.forgetBatch;
      while ((await store.forgetBefore({ ...before, countMax })) === countMax) await yieldToOthers();
    },
  };
}

function filtersOf({ keyId, method, path, status, before, order }: RequestQuery) {
  return {
    keyId: keyId ?? null,
    method: method ?? null,
    path: path?.trim() || null,
    status: status === undefined ? null : Number(status.charAt(0)),
    before: before ?? null,
    order: order ?? "desc",
  };
}

type Calls = Record<"done" | "refused" | "failed", number>;

function sumOf(counted: readonly Calls[]): Calls {
  const sum = (kind: keyof Calls) => counted.reduce((all, one) => all + one[kind], 0);
  return { done: sum("done"), refused: sum("refused"), failed: sum("failed") };
}

const callsOf = ({ done, refused, failed }: Calls) => done + refused + failed;
