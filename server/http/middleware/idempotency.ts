import type { Context, MiddlewareHandler } from "hono";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { Refusal } from "../../../contract/errors.ts";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { keyNeedOf } from "../../../contract/keyNeed.ts";
import { bodyLimits } from "../../../contract/limits/http.ts";
import { idempotencyLimits } from "../../../contract/limits/identity.ts";
import type { ReasonCode } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import { createIdempotencyStore, type IdempotencyStore } from "../../../db/stores/keys/idempotency.ts";
import type { Caller } from "../../core/caller.ts";
import type { Core } from "../../core/core.ts";
import { yieldToOthers } from "../../core/yieldToOthers.ts";
import { digestedOnTheWay, digestOfBody, formDigest } from "../bodyDigest.ts";
import type { Env } from "../environment.ts";
import { idempotencyKeyOf, tellReplayed } from "../idempotencyKey.ts";
import { sortedJson } from "../sortedJson.ts";

type Parts = Pick<Core, "clock" | "database" | "newId" | "log"> & {
  secrets: Pick<Core["secrets"], "hashCounted">;
};
type Call = { id: string; workspaceId: WorkspaceId };

/** Which calls take the header: those that add or send, but for what only a person does, whose answers may be secret. */
export function takesIdempotencyKey(key: string, endpoint: Endpoint): boolean {
  if (endpoint.takesIdempotencyKey) return true;
  const need = keyNeedOf(key, endpoint);
  return key.startsWith("POST ") && (need === "write" || need === "send");
}

/**
 * The header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): what was asked under a key is done once, and
 * asked again it has the first answer, for a day. The row is written before anything is done and the answer after it, so
 * of a call whose process ended in between nobody knows what became: that is said, and nothing is done again. What was
 * refused has done nothing, and may be asked anew under its key, also what was refused because a server has no room for it now. POST /email/send keeps its own rule, which is part of
 * what it stores.
 */
export function createIdempotency(core: Parts) {
  const store = createIdempotencyStore(core.database);
  const runner = core.newId();
  const running = new Set<string>();
  /** A file has one process, so whatever another one began is over; of several machines only the time tells. */
  const isOver = (row: { id: string; runner: string; createdAt: number }) =>
    row.runner === runner
      ? !running.has(row.id)
      : core.database.shared === null || core.clock.now() - row.createdAt > idempotencyLimits.runsMs;

  async function answerAgain(call: Call, { began, whole }: Asked): Promise<Response> {
    const known = await store.one(call);
    if (known === null) throw stillRunning();
    const digest = known.status === null ? began : await whole();
    if (known.digest !== digest) throw refused("idempotency_another");
    if (known.status === null) throw isOver(known) ? refused("idempotency_unknown") : stillRunning();
    if (known.body === null) throw refused("idempotency_unknown");
    const headers = new Headers();
    tellReplayed(headers);
    if (known.contentType !== null) headers.set("content-type", known.contentType);
    return new Response(known.body, { status: known.status, headers });
  }

  const check =
    (endpoint: Endpoint): MiddlewareHandler<Env> =>
    async (c, next) => {
      const { caller } = c.var;
      if (caller === null) return next();
      const named = idempotencyKeyOf(c.req.raw.headers);
      if (named === null) return next();
      const { workspaceId } = caller.scope;
      const call = {
        id: core.secrets.hashCounted(`${workspaceId} ${callerName(caller)} ${named}`),
        workspaceId,
      };
      const asked = await askedBy(c, endpoint, core.secrets.hashCounted);
      if (running.has(call.id)) return answerAgain(call, asked);
      // In the same turn, so that a second one here never takes the first one's row for that of a process that is gone.
      running.add(call.id);
      const row = {
        ...call,
        digest: asked.began,
        runner,
        createdAt: core.clock.now(),
        status: null,
        contentType: null,
        body: null,
      };
      try {
        if (await store.begin(row, core.clock.now() - idempotencyLimits.keptMs)) {
          const digest = asked.answered();
          await next();
          return await keep({ store, core, call, digest }, c);
        }
      } finally {
        running.delete(call.id);
      }
      return answerAgain(call, asked);
    };
  return {
    checks: (key: string, endpoint: Endpoint): MiddlewareHandler<Env>[] =>
      takesIdempotencyKey(key, endpoint) && !endpoint.takesIdempotencyKey ? [check(endpoint)] : [],
    /** A batch in a commit, with a turn for others between two: a program may have made hundreds of thousands of calls. */
    async forgetOld(): Promise<void> {
      const before = core.clock.now() - idempotencyLimits.keptMs;
      const { forgetBatch } = idempotencyLimits;
      while ((await store.forgetBefore(before, forgetBatch)) === forgetBatch) await yieldToOthers();
    },
  };
}

function stillRunning() {
  return refused("idempotency_running", {}, { retryAfterMs: idempotencyLimits.askAgainMs });
}

/** A key's calls are its own, and so are those of each person. */
function callerName({ key, uid }: Caller): string {
  return key === undefined ? `person ${uid}` : `key ${key.id}`;
}

/** Keyed hashes of what makes the call this one. */
type Asked = {
  /** Before anything is done: all but a file that comes in pieces, which is not there yet. */
  began: string;
  /** With that file, for whoever asks again; it is read and let go. */
  whole: () => Promise<string>;
  /** Has that file's digest made while it is taken in, and tells the same hash when it is there. */
  answered: () => () => string;
};

async function askedBy(c: Context<Env>, endpoint: Endpoint, hash: (text: string) => string): Promise<Asked> {
  const { method, path, raw } = c.req;
  const called = `${method} ${path} ${new URL(raw.url).search}`;
  if (endpoint.bodyType === "bytes")
    return {
      began: hash(called),
      whole: async () => hash(`${called} ${await digestOfBody(raw, mostBytes(endpoint))}`),
      answered() {
        const { request, digest } = digestedOnTheWay(raw);
        c.req.raw = request;
        return () => hash(`${called} ${digest()}`);
      },
    };
  const began = hash(`${called} ${await bodyOf(c, endpoint)}`);
  return { began, whole: async () => began, answered: () => () => began };
}

/** What tells the body of a call from that of another, as far as it is there when the call begins. */
async function bodyOf(c: Context<Env>, { body, bodyType = "json" }: Endpoint): Promise<string> {
  if (body !== undefined && bodyType === "json") return sortedJson(await c.req.json());
  if (bodyType === "file") return formDigest(c.req.raw);
  return c.req.raw.headers.get("content-length") ?? "";
}

function mostBytes({ bodyLimit = "jsonBytes" }: Endpoint): number {
  return bodyLimits[bodyLimit];
}

/** Refusals in whose middle something may have been done: a mail is out, or the database was too busy for the rest. */
const uncertainRefusals: readonly string[] = ["test_uncertain", "busy"] satisfies ReasonCode[];

/** Whether a service said by itself that it does nothing for now. */
function isRefusedForNow(error: unknown): boolean {
  return (
    error instanceof Refusal && error.code === "unavailable" && !uncertainRefusals.includes(error.reason.code)
  );
}

type Keeping = { store: IdempotencyStore; core: Pick<Core, "log">; call: Call; digest: () => string };

/** What was refused is forgotten, what was done is kept, and what failed stays as it is: nobody knows what became of it. */
async function keep({ store, core, call, digest }: Keeping, { res, error }: Context<Env>): Promise<void> {
  try {
    if (res.status >= 500 && !isRefusedForNow(error)) return;
    if (res.status >= 400) return await store.forget(call);
    const isJson = (res.headers.get("content-type") ?? "").startsWith("application/json");
    const body = isJson ? await res.clone().text() : "";
    const isKept = isJson && body.length <= idempotencyLimits.answerBytes;
    const contentType = res.headers.get("content-type");
    await store.end(call, { digest: digest(), status: res.status, contentType, body: isKept ? body : null });
  } catch (error) {
    // It was done, so its answer goes out. Whoever asks again is told that nothing is known.
    core.log.warn("The answer to a call with an Idempotency-Key could not be kept", { error });
  }
}
