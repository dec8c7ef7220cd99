import { describe, expect, test } from "bun:test";
import { sendLimits } from "../../../contract/limits/sending.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import { settlementOf } from "../../../server/sending/dispatch/settlement.ts";
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
