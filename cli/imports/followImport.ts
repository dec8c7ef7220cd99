import type { Client } from "../../contract/client.ts";
import { Refusal } from "../../contract/errors.ts";
import { cliLimits } from "../../contract/limits/cli.ts";
import type { ImportJob } from "../../contract/schemas/imports.ts";
import { pause } from "../../contract/sending/pause.ts";

type Following = { client: Client; job: ImportJob; signal: AbortSignal };

/**
 * Yields an import again and again until it is over, or until the signal is aborted; soon at first, since most are
 * short. It goes on at the server meanwhile, so a server out of reach is waited for.
 * @throws {Refusal} when the server cannot be reached for long, or knows no such import.
 */
export async function* followImport({ client, job, signal }: Following): AsyncGenerator<ImportJob> {
  const { importPollMs, importPollFirstMs, unreachableMs } = cliLimits;
  const params = { id: job._id };
  let waitMs: number = importPollFirstMs;
  let reachedAt = performance.now();
  for (let current = job; isUnderWay(current) && !signal.aborted; ) {
    await pause(waitMs, signal).catch(() => {});
    waitMs = Math.min(importPollMs, waitMs * 2);
    try {
      current = await client("GET /amplify/imports/{id}", { params });
      reachedAt = performance.now();
      yield current;
    } catch (error) {
      const isPassing =
        error instanceof Refusal && (error.code === "unavailable" || error.code === "rate_limited");
      if (!isPassing || performance.now() - reachedAt > unreachableMs) throw error;
    }
  }
}

export function isUnderWay({ state }: ImportJob): boolean {
  return state === "running" || state === "undoing";
}
