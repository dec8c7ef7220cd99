import type { PlannedScope, Scope, UserId, WorkspaceId } from "../../contract/identity/scope.ts";
import { webhookLimits } from "../../contract/limits/api/webhooks.ts";
import type { Role } from "../../contract/plans.ts";
import { reason } from "../../contract/reasons.ts";
import { refused, refusedFor } from "../../contract/refused.ts";
import type {
  RedeliverInput,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookDeliveryQuery,
  WebhookTest,
  WebhookWithSecret,
} from "../../contract/schemas/webhooks.ts";
import type { WebhookChange, WebhookInput } from "../../contract/schemas/webhookTypes.ts";
import { webhookTexts } from "../../contract/texts/workspace/webhooks.ts";
import type { NewJob } from "../../db/stores/jobs/enqueueing.ts";
import {
  createWebhookLogStore,
  momentOf,
  type WebhookDeliveryRow,
} from "../../db/stores/webhooks/deliveryLog.ts";
import { createWebhookOutbox } from "../../db/stores/webhooks/outbox.ts";
import { createWebhookStore, type WebhookRow } from "../../db/stores/webhooks/webhooks.ts";
import type { Core } from "../core/core.ts";
import { inTexts, inWords } from "../core/inWords.ts";
import { mayUseApi } from "../core/planAllowance.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import { refuseChanged } from "../http/refuseChanged.ts";
import { guardHost } from "../sending/senders/hostGuard.ts";
import { attempt, secretPlace } from "./attempt.ts";
import { newWebhookSecret } from "./signing.ts";

type Key = Scope & { id: string };

export type WebhookService = ReturnType<typeof createWebhookService>;

/** How whoever added a webhook is told where it delivers to; null where this installation has no account for such mail. */
type WebhookNotice = {
  jobFor(aimed: { userId: UserId; name: string; url: string }): NewJob | null;
  written(): void;
};

/** A workspace's webhooks and their deliveries. `wake` is called when there is something to send. */
export function createWebhookService(core: Core, { wake, notice }: { wake(): void; notice: WebhookNotice }) {
  return { ...keeping(core, { wake, notice }), ...steering(core, wake), ...looking(core, wake) };
}

const notFound = () => refused("webhook_not_found");

function answering(core: Core) {
  const store = createWebhookStore(core.database);
  async function all(workspaceId: WorkspaceId, rows: readonly WebhookRow[]): Promise<Webhook[]> {
    const countMax = webhookLimits.countedMax;
    return Promise.all(
      rows.map(async (row) => {
        const { id, name, url, types, state, pausedReason, formerUntil, createdAt, deliveredAt } = row;
        const isFormerGood = formerUntil !== null && formerUntil > core.clock.now();
        const key = { workspaceId, id };
        const failed = state === "active" ? await store.nextAgain(key, core.clock.now()) : null;
        return {
          _id: id,
          name,
          url,
          types,
          state,
          createdAt,
          deliveredAt,
          pausedReason: pausedReason && inWords(pausedReason),
          pausedCause: pausedReason,
          formerSecretUntil: isFormerGood ? formerUntil : null,
          waiting: await store.countOf(key, { state: "waiting", countMax }),
          givenUp: await store.countOf(key, { state: "given_up", countMax }),
          failing: failed && {
            reason: inWords(failed.reason),
            cause: failed.reason,
            nextTryAt: failed.dueAt,
          },
        };
      }),
    );
  }
  async function one(row: WebhookRow | null): Promise<Webhook> {
    if (row === null) throw notFound();
    return (await all(row.workspaceId, [row]))[0] as Webhook;
  }
  return { store, all, one };
}

function keeping(core: Core, { wake, notice }: { wake(): void; notice: WebhookNotice }) {
  const { store, all, one } = answering(core);

  return {
    /**
     * Whoever's plan had the API before may still look at the webhooks and remove them.
     * @throws {Refusal} forbidden where the plan has no API, and there is no webhook.
     */
    async refuseWithoutAny({ workspaceId, status }: PlannedScope, role: Role): Promise<void> {
      if (mayUseApi(core, { status, role })) return;
      if ((await store.ownedBy(workspaceId)).length === 0) throw refused("plan_without_api");
    },

    async list({ workspaceId }: Scope): Promise<Webhook[]> {
      return all(workspaceId, await store.ownedBy(workspaceId));
    },

    /** @throws {Refusal} not_found. */
    async one({ workspaceId, id }: Key): Promise<Webhook> {
      return one(await store.one({ workspaceId, id }));
    },

    /** @throws {Refusal} bad_request for a URL that is not allowed; conflict for too many webhooks. */
    async add(
      { workspaceId, userId }: Scope,
      { name, url, types }: WebhookInput,
    ): Promise<WebhookWithSecret> {
      await refuseInside(core, url);
      const id = core.newId();
      const secret = newWebhookSecret();
      const sealed = core.secrets.seal(secret, secretPlace({ workspaceId, id }));
      const row = {
        id,
        workspaceId,
        name,
        url,
        types,
        secret: sealed,
        createdAt: core.clock.now(),
        formerSecret: null,
        formerUntil: null,
        state: "active" as const,
        pausedReason: null,
      };
      await store.add({ ...row, job: notice.jobFor({ userId, name, url }) }, (count) => {
        const max = webhookLimits.perWorkspace;
        if (count > max) throw refused("webhooks_too_many", { max });
      });
      notice.written();
      return { ...(await one(await store.one({ workspaceId, id }))), secret };
    },

    /** @throws {Refusal} not_found, bad_request; conflict where it is another than was read. */
    async change(
      { workspaceId, userId, id }: Key,
      { name, url, types, was }: WebhookChange,
    ): Promise<Webhook> {
      if (url !== undefined) await refuseInside(core, url);
      const before = await store.one({ workspaceId, id });
      if (before === null) throw notFound();
      refuseChanged(before, was);
      const set = {
        name: name ?? before.name,
        ...(url === undefined ? {} : { url }),
        ...(types === undefined ? {} : { types }),
      };
      const job =
        url === undefined || url === before.url ? null : notice.jobFor({ userId, name: set.name, url });
      const row = await store.change({ workspaceId, id }, { ...set, job, known: was });
      if (job !== null) notice.written();
      return one(row);
    },

    /** @throws {Refusal} not_found. */
    async remove({ workspaceId, id }: Key): Promise<void> {
      if (!(await store.remove({ workspaceId, id }))) throw notFound();
      while (await store.removeLog({ workspaceId, id }, webhookLimits.forgetBatch)) await yieldToOthers();
    },

    /** Creates a new secret. The previous one also signs for a while, so that the receiver need not change at once. @throws {Refusal} not_found. */
    async rotate({ workspaceId, id }: Key): Promise<WebhookWithSecret> {
      const secret = newWebhookSecret();
      const row = await store.rotate(
        { workspaceId, id },
        {
          secret: core.secrets.seal(secret, secretPlace({ workspaceId, id })),
          formerUntil: core.clock.now() + webhookLimits.rotationMs,
          now: core.clock.now(),
        },
      );
      wake();
      return { ...(await one(row)), secret };
    },
  };
}

function steering(core: Core, wake: () => void) {
  const { store, one } = answering(core);
  return {
    /** @throws {Refusal} not_found. */
    async pause({ workspaceId, id }: Key): Promise<Webhook> {
      await store.pause({ workspaceId, id }, { why: reason("paused_by_person") });
      return one(await store.one({ workspaceId, id }));
    },

    /** @throws {Refusal} not_found. */
    async resume({ workspaceId, id }: Key): Promise<Webhook> {
      const before = await store.one({ workspaceId, id });
      if (before === null) throw notFound();
      const row = await store.resume({ workspaceId, id }, before.types);
      wake();
      return one(row);
    },

    /** Sends a test event at once, even if the webhook is paused; the result is returned and logged. @throws {Refusal} not_found. */
    async test({ workspaceId, id, signal }: Key & { signal: AbortSignal }): Promise<WebhookTest> {
      const webhook = await store.one({ workspaceId, id });
      if (webhook === null) throw notFound();
      const eventId = `evt_${core.newId().replaceAll("-", "")}`;
      const body = testBody({ eventId, webhookId: id, at: core.clock.now() });
      const tried = await attempt(core, { webhook, event: { id: eventId, body }, signal });
      const { triedAt, tookMs, status, reason: why, answer } = tried;
      const state = why === null ? "delivered" : "given_up";
      await createWebhookOutbox(core.database).addTest({
        id: eventId,
        key: { workspaceId, id },
        body,
        state,
        dueAt: triedAt,
        triedAt,
        tookMs,
        status,
        reason: why,
        answer,
      });
      return { eventId, delivered: why === null, ...outcomeOf({ status, tookMs, reason: why, answer }) };
    },
  };
}

function looking(core: Core, wake: () => void) {
  const { store } = answering(core);
  const log = createWebhookLogStore(core.database);
  const refuseUnknown = async (key: { workspaceId: WorkspaceId; id: string }) => {
    if ((await store.one(key)) === null) throw notFound();
  };
  return {
    /** The newest first, unless asked otherwise. @throws {Refusal} not_found. */
    async deliveries({ workspaceId, id }: Key, query: WebhookDeliveryQuery): Promise<WebhookDeliveryPage> {
      const key = { workspaceId, id };
      await refuseUnknown(key);
      const sizeMax = query.pageSize ?? webhookLimits.pageDefault;
      const [number = "", eventId = ""] = query.before?.split("~") ?? [];
      const before = query.before === undefined ? null : { number: Number(number), eventId };
      const { state, type, order = "desc" } = query;
      const found = await log.page({ ...key, state, type, before, order, sizeMax: sizeMax + 1 });
      const rows = found.slice(0, sizeMax);
      const last = found.length > sizeMax ? rows.at(-1) : undefined;
      return {
        items: rows.map(deliveryAnswer),
        next: last === undefined ? null : `${last.number}~${last.eventId}`,
      };
    },

    /** @throws {Refusal} not_found. */
    async redeliver({ workspaceId, id, eventId }: Key & { eventId: string }): Promise<void> {
      await refuseUnknown({ workspaceId, id });
      if (!(await log.redeliver({ workspaceId, id, eventId }))) throw refused("webhook_event_not_found");
      wake();
    },

    /** Returns how many are sent again. @throws {Refusal} not_found. */
    async redeliverSpan({ workspaceId, id }: Key, input: RedeliverInput): Promise<number> {
      await refuseUnknown({ workspaceId, id });
      const { from = 0, to = core.clock.now(), state = "given_up" } = input;
      const states = state === "all" ? (["delivered", "given_up"] as const) : ([state] as const);
      const count = await log.redeliverSpan({
        workspaceId,
        id,
        from,
        to,
        states,
        countMax: webhookLimits.spanMax,
      });
      wake();
      return count;
    },

    /** Deletes what has expired, a batch per commit, since a large send leaves one event for each of its mails within an hour. */
    async forgetOld(): Promise<void> {
      const { keptMs, forgetBatch: countMax } = webhookLimits;
      while (await log.forget({ keptMs, countMax })) await yieldToOthers();
    },
  };
}

/** @throws {Refusal} bad_request for URLs that are not allowed: plain http, and names in private networks. */
async function refuseInside(core: Core, url: string): Promise<void> {
  const { privateHosts } = core.settings;
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:" && !privateHosts) throw refused("webhook_url_insecure", {}, { field: "url" });
  const guarded = await guardHost(hostname.replace(/^\[|\]$/g, ""), { privateHosts });
  if (!guarded.ok) throw refusedFor("bad_request", guarded.reason, { field: "url" });
}

function testBody({ eventId, webhookId, at }: { eventId: string; webhookId: string; at: number }): string {
  const head = { id: eventId, type: "webhook.test", timestamp: new Date(at).toISOString() };
  const data = { message: inTexts(webhookTexts).testMessage };
  return JSON.stringify({ ...head, subject: webhookId, number: at * 1000, data });
}

type Came = Pick<WebhookDeliveryRow, "status" | "tookMs" | "reason" | "answer">;

function outcomeOf({ status, tookMs, reason: cause, answer }: Came) {
  return { status, tookMs, reason: cause && inWords(cause), cause, answer };
}

function deliveryAnswer(row: WebhookDeliveryRow): WebhookDelivery {
  const { eventId, type, subject, number, state, attempts, dueAt, triedAt } = row;
  const at = momentOf(number);
  const nextAt = state === "waiting" ? Math.max(dueAt, at) : null;
  return { eventId, type, subject, at, state, attempts, triedAt, dueAt: nextAt, ...outcomeOf(row) };
}
