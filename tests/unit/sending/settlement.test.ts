import { describe, expect, test } from "bun:test";
import { sendLimits } from "../../../contract/limits/sending.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import { isTaken, settlementOf } from "../../../server/sending/dispatch/settlement.ts";
import { said } from "../../support/reasons.ts";

const minuteMs = 60_000;
const now = 1_800_000_000_000;

function settle(outcome: Outcome, tried: { attempts?: number; firstTriedAt?: number } = {}) {
  return settlementOf({
    outcome,
    tried: { id: "d", leadId: "l", attempts: 1, firstTriedAt: now, ...tried },
    now,
    random: 0,
  });
}

describe("the outcome of an attempt", () => {
  test("waits 1, 5, 15, 60 minutes and then 4 hours between tries", () => {
    const waits = [1, 2, 3, 4, 5, 6].map((attempts) => {
      const { settlement } = settle({ kind: "busy", reason: said("450") }, { attempts });
      return settlement.state === "deferred" ? (settlement.dueAt - now) / minuteMs : settlement.state;
    });
    expect(waits).toEqual([1, 5, 15, 60, 240, 240]);
  });

  test("waits at least as long as the server asks for", () => {
    const { settlement } = settle({ kind: "busy", reason: said("450"), retryAfterMs: 30 * minuteMs });
    expect(settlement).toMatchObject({ state: "deferred", dueAt: now + 30 * minuteMs });
  });

  test("spreads retries by at most the jitter", () => {
    const { settlement } = settlementOf({
      outcome: { kind: "busy", reason: said("450") },
      tried: { id: "d", leadId: "l", attempts: 1, firstTriedAt: now },
      now,
      random: 0.999,
    });
    const waitMs = settlement.state === "deferred" ? settlement.dueAt - now : 0;
    expect(waitMs).toBeGreaterThan(minuteMs);
    expect(waitMs).toBeLessThanOrEqual(minuteMs * (1 + sendLimits.retryJitter));
  });

  test("becomes a failure once a day has been tried", () => {
    const { settlement } = settle(
      { kind: "busy", reason: said("451 try later") },
      { attempts: 7, firstTriedAt: now - 23 * 60 * minuteMs },
    );
    expect(settlement).toEqual({
      id: "d",
      leadId: "l",
      state: "failed",
      reason: {
        code: "given_up",
        params: { hours: 24, last: { code: "refused", params: {} } },
        reply: "451 try later",
      },
      at: now,
    });
  });

  test("fails the recipient for the recipient's fault and leaves the account alone", () => {
    expect(settle({ kind: "refused", reason: said("550 no such user") })).toEqual({
      settlement: { id: "d", leadId: "l", state: "failed", reason: said("550 no such user"), at: now },
      effect: { kind: "healthy" },
    });
  });

  test("stops the account for the account's fault and leaves the recipient queued", () => {
    expect(settle({ kind: "account", reason: said("535") })).toEqual({
      settlement: { id: "d", leadId: "l", state: "queued" },
      effect: { kind: "stop", reason: said("535") },
    });
    expect(settle({ kind: "account", reason: said("550 5.4.5"), restMs: 5 }).effect).toEqual({
      kind: "rest",
      reason: said("550 5.4.5"),
      restMs: 5,
    });
  });

  test("is never sent again by itself when nobody knows it", () => {
    expect(settle({ kind: "uncertain", reason: said("hung up") }).settlement.state).toBe("uncertain");
  });
});

describe("a mail that is put off", () => {
  const busy = (more: object): Outcome => ({ kind: "busy", reason: said("450"), ...more });

  test("is tried until a day is over, and given up only where the next try would come after it", () => {
    const dueIn = (firstTriedAt: number) => {
      const { settlement } = settle(busy({ retryAfterMs: 10 * minuteMs }), { firstTriedAt });
      return settlement.state === "deferred" ? settlement.dueAt - now : settlement.state;
    };
    expect(dueIn(now + 10 * minuteMs - sendLimits.retryForMs)).toBe(10 * minuteMs);
    expect(dueIn(now + 10 * minuteMs - sendLimits.retryForMs - 1)).toBe("failed");
  });

  test("begins its day with its first try", () => {
    const tried = { id: "d", leadId: "l", attempts: 1, firstTriedAt: null };
    const retryAfterMs = sendLimits.retryForMs;
    expect(settlementOf({ outcome: busy({ retryAfterMs }), tried, now, random: 0 }).settlement).toMatchObject(
      {
        dueAt: now + retryAfterMs,
      },
    );
  });

  test("says of the account what the server said: a rest, a failed connection, too many mails, or nothing", () => {
    const rest = { kind: "rest", reason: said("450") };
    expect(settle(busy({ account: true })).effect).toEqual({ ...rest, restMs: minuteMs } as never);
    expect(settle(busy({ account: true, server: true, retryAfterMs: 7 })).effect).toEqual({
      ...rest,
      restMs: 7,
    } as never);
    expect(settle(busy({ connection: true })).effect.kind).toBe("connectionFault");
    expect(settle(busy({ server: true })).effect.kind).toBe("putOff");
    expect(settle(busy({})).effect.kind).toBe("healthy");
  });

  test("waits no longer with each try where its server is known to count mails, but for what is about itself", () => {
    const tried = { id: "d", leadId: "l", attempts: 4, firstTriedAt: now };
    const waits = [
      { server: true, isThrottled: true },
      { server: true, isThrottled: false },
      { server: false, isThrottled: true },
    ].map(({ server, isThrottled }) => {
      const { settlement } = settlementOf({ outcome: busy({ server }), tried, now, random: 0, isThrottled });
      return settlement.state === "deferred" ? (settlement.dueAt - now) / minuteMs : settlement.state;
    });
    expect(waits).toEqual([1, 60, 60]);
    // Which is not said of a server of which nothing is known.
    expect(settle(busy({ server: true }), { attempts: 4 }).settlement).toMatchObject({
      dueAt: now + 60 * minuteMs,
    });
  });
});

test("a day's budget is spent on what the server took or may have taken, and on nothing else", () => {
  const outcomes: Outcome[] = [
    { kind: "sent", reason: said("250") },
    { kind: "uncertain", reason: said("hung up") },
    { kind: "refused", reason: said("550") },
    { kind: "busy", reason: said("450") },
    { kind: "account", reason: said("535") },
  ];
  expect(outcomes.filter(isTaken).map(({ kind }) => kind)).toEqual(["sent", "uncertain"]);
});
