import { createHash, randomBytes, randomInt } from "node:crypto";
import type { KeyScope } from "../../contract/identity/keys.ts";
import { approvalLimits, keyLimits } from "../../contract/limits/identity.ts";
import { refused } from "../../contract/refused.ts";
import type { DeviceAnswer, KeyApproval } from "../../contract/schemas/keys.ts";
import { type ApprovalRow, createApprovalStore } from "../../db/stores/keys/approvals.ts";
import type { Caller, SignedIn } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { type Keys, refuseOver } from "./keys.ts";

type Asking = { name: string; address: string };
type Decision = { approve: boolean; scopes?: KeyScope[] | undefined; expiresAt?: number | null | undefined };

export type Approvals = ReturnType<typeof createApprovals>;

/**
 * How a program on somebody's machine comes by a key without their password (RFC 8628): it asks, a person who is signed in
 * compares the short code and approves, and the program fetches the key, once. The key is made as it is fetched, so it is
 * kept nowhere. The password's way stays as it is.
 */
export function createApprovals(core: Core, keys: Pick<Keys, "add" | "list">) {
  const { clock } = core;
  const store = createApprovalStore(core.database);
  const since = () => clock.now() - approvalLimits.livesMs;

  /** @throws {Refusal} not_found. */
  async function waiting(code: string): Promise<ApprovalRow> {
    const row = await store.waitingUnder({ userCode: normalCode(code), since: since() });
    if (row === null) throw refused("approval_not_found");
    return row;
  }

  /** The key is made later, by a program that can do nothing about it: whoever could revoke one is told here. */
  async function refuseFull(scope: Caller["scope"]): Promise<void> {
    const max = keyLimits.perWorkspace;
    const working = (await keys.list(scope)).filter(({ isExpired }) => !isExpired);
    if (working.length >= max) throw refused("keys_too_many", { max });
  }

  return {
    /** @throws {Refusal} unavailable where very many wait. */
    async ask({ name, address }: Asking): Promise<DeviceAnswer> {
      const deviceCode = randomBytes(approvalLimits.codeBytes).toString("base64url");
      const userCode = newUserCode();
      const row = { ...undecided, id: hashOf(deviceCode), userCode, name, address, createdAt: clock.now() };
      await store.add(row, {
        forgetBefore: since(),
        allow(count) {
          if (count > approvalLimits.waitingMax) throw refused("devices_too_many");
        },
      });
      const verificationUri = `${core.settings.publicUrl}/approve`;
      return {
        deviceCode,
        userCode: shownCode(userCode),
        verificationUri,
        verificationUriComplete: `${verificationUri}#${shownCode(userCode)}`,
        expiresInSeconds: approvalLimits.livesMs / 1000,
        intervalSeconds: approvalLimits.pollMs / 1000,
      };
    },

    /** @throws {Refusal} bad_request while nobody has decided, for a dead code, and for whoever asks too often. */
    async fetch({ deviceCode }: { deviceCode: string }): Promise<{ key: string; name: string; uid: string }> {
      const now = clock.now();
      const row = await store.byId(hashOf(deviceCode));
      if (row === null || now - row.createdAt >= approvalLimits.livesMs) throw refused("device_code_dead");
      if (row.state === "denied") {
        await store.take(row.id);
        throw refused("device_denied");
      }
      const { workspaceId, userId, scopes } = row;
      if (row.state === "waiting" || workspaceId === null || userId === null || scopes === null) {
        const isEarly = row.polledAt !== null && now - row.polledAt < approvalLimits.pollMs / 2;
        await store.polled({ id: row.id, at: now });
        throw refused(isEarly ? "device_slow_down" : "device_waiting");
      }
      // Taken first: of two that ask at once one has the key, and the other a code that is used.
      if (!(await store.take(row.id))) throw refused("device_code_dead");
      const input = { name: row.name, scopes: scopes as KeyScope[], expiresAt: row.keyExpiresAt };
      const { key, name } = await keys.add({ workspaceId, userId }, input);
      return { key, name, uid: userId };
    },

    /** What waits under a code, for whoever decides. @throws {Refusal} not_found. */
    async look(code: string): Promise<KeyApproval> {
      return approvalOf(await waiting(code));
    },

    /**
     * @throws {Refusal} not_found; bad_request for a key that could do nothing, or would be over already; conflict where
     * there are as many keys as may be.
     */
    async decide(by: { scope: Caller["scope"]; person: SignedIn }, code: string, decision: Decision) {
      const row = await waiting(code);
      const { approve, scopes = [], expiresAt = null } = decision;
      if (approve && scopes.length === 0) throw refused("key_scopes_missing", {}, { field: "scopes" });
      if (approve) refuseOver(expiresAt, clock.now());
      if (approve) await refuseFull(by.scope);
      const decided = await store.decide(row, {
        state: approve ? "approved" : "denied",
        workspaceId: by.scope.workspaceId,
        userId: by.person.uid,
        scopes: approve ? scopes : null,
        keyExpiresAt: expiresAt,
      });
      if (!decided) throw refused("approval_not_found");
    },
  };
}

function approvalOf({ userCode, name, address, createdAt }: ApprovalRow): KeyApproval {
  const expiresAt = createdAt + approvalLimits.livesMs;
  return { code: shownCode(userCode), name, address, createdAt, expiresAt };
}

/** As a program asks; what a person decides comes later. */
const undecided = {
  state: "waiting",
  workspaceId: null,
  userId: null,
  scopes: null,
  keyExpiresAt: null,
  polledAt: null,
} as const;

function hashOf(code: string): string {
  return createHash("sha256").update(code).digest("base64url");
}

/** Consonants alone, so that it spells nothing and no letter is taken for another (RFC 8628, 6.1). */
const letters = "BCDFGHJKLMNPQRSTVWXZ";

function newUserCode(): string {
  return Array.from(
    { length: approvalLimits.userCodeCharacters },
    () => letters[randomInt(letters.length)],
  ).join("");
}

function shownCode(code: string): string {
  const half = approvalLimits.userCodeCharacters / 2;
  return `${code.slice(0, half)}-${code.slice(half)}`;
}

/** However somebody typed it. */
function normalCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z]/g, "");
}
