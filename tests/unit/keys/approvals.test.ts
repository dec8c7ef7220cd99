import { expect, test } from "bun:test";
import type { KeyScope } from "../../../contract/identity/keys.ts";
import { approvalLimits, keyLimits } from "../../../contract/limits/identity.ts";
import { refused } from "../../../contract/refused.ts";
import type { Database } from "../../../db/database.ts";
import type { Caller } from "../../../server/core/caller.ts";
import { createApprovals } from "../../../server/keys/approvals.ts";
import { createKeys } from "../../../server/keys/keys.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { untold } from "../../support/keys/untold.ts";
import { leadBook, scopeNamed } from "../../support/leads/leadBook.ts";

const laptop = { name: "laptop", address: "203.0.113.1" };
const scopes: KeyScope[] = ["read"];
const { livesMs, pollMs, waitingMax } = approvalLimits;

function by(uid: string) {
  return { scope: scopeNamed(uid), person: { uid } as Caller };
}

/** Approvals over a real database, at a time that a test sets. */
function world(database: Database) {
  let now = 1_000_000;
  const { core } = leadBook(database);
  const timed = {
    ...core,
    clock: { ...core.clock, now: () => now },
    settings: { ...core.settings, publicUrl: "http://ada.test" },
  };
  const keys = createKeys(timed, untold);
  return {
    ...createApprovals(timed, keys),
    add: keys.add,
    keysOf: async (workspaceId: string) => (await keys.list({ workspaceId })).map(({ name }) => name),
    pass(ms: number) {
      now += ms;
    },
    get now() {
      return now;
    },
  };
}

eachDatabase("a program that asks to be let in", (open) => {
  const database = emptyBeforeEach(open);

  test("is given one key, of whoever approved it, with what they chose, however many ask for it", async () => {
    const { ask, decide, fetch, look, keysOf } = world(database());
    const { deviceCode, userCode } = await ask(laptop);
    expect(await look(userCode.toLowerCase())).toMatchObject({ ...laptop, code: userCode });
    await decide(by("ada"), userCode, { approve: true, scopes });
    const both = await Promise.allSettled([fetch({ deviceCode }), fetch({ deviceCode })]);
    const given = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(given).toMatchObject([{ name: "laptop", uid: "ada" }]);
    expect(await keysOf("ada")).toEqual(["laptop"]);
    await expect(fetch({ deviceCode })).rejects.toEqual(refused("device_code_dead"));
    expect(await keysOf("ada")).toEqual(["laptop"]);
  });

  test("is decided about once, by whoever comes first", async () => {
    const { ask, decide, fetch, look, keysOf } = world(database());
    const { deviceCode, userCode } = await ask(laptop);
    await decide(by("ada"), userCode, { approve: true, scopes });
    const late = decide(by("eve"), userCode, { approve: false });
    await expect(late).rejects.toEqual(refused("approval_not_found"));
    await expect(look(userCode)).rejects.toEqual(refused("approval_not_found"));
    expect(await fetch({ deviceCode })).toMatchObject({ uid: "ada" });
    expect(await keysOf("eve")).toEqual([]);
    const again = await ask(laptop);
    const approve = (uid: string) => decide(by(uid), again.userCode, { approve: true, scopes });
    const both = await Promise.allSettled([approve("ada"), approve("eve")]);
    const first = both.findIndex(({ status }) => status === "fulfilled");
    expect(both[1 - first]).toEqual({ status: "rejected", reason: refused("approval_not_found") });
    expect(await fetch({ deviceCode: again.deviceCode })).toMatchObject({ uid: ["ada", "eve"][first] });
  });

  test("that was refused gets nothing, and its code is dead", async () => {
    const { ask, decide, fetch, keysOf } = world(database());
    const { deviceCode, userCode } = await ask(laptop);
    await decide(by("ada"), userCode, { approve: false, scopes });
    await expect(fetch({ deviceCode })).rejects.toEqual(refused("device_denied"));
    await expect(fetch({ deviceCode })).rejects.toEqual(refused("device_code_dead"));
    expect(await keysOf("ada")).toEqual([]);
  });

  test("is let in by its own code alone: by no other program's, and not by the one that people see", async () => {
    const { ask, decide, fetch } = world(database());
    const [one, other] = [await ask(laptop), await ask({ ...laptop, name: "other" })];
    await decide(by("ada"), other.userCode, { approve: true, scopes });
    await expect(fetch({ deviceCode: one.deviceCode })).rejects.toEqual(refused("device_waiting"));
    await expect(fetch({ deviceCode: other.userCode })).rejects.toEqual(refused("device_code_dead"));
    expect(await fetch({ deviceCode: other.deviceCode })).toMatchObject({ name: "other" });
  });
});

const others = Array.from({ length: waitingMax }, (_, nth) => ({
  id: `other ${nth}`,
  userCode: `OTHER${nth}`,
  ...laptop,
  state: "waiting" as const,
  createdAt: 1_000_000,
}));

eachDatabase("the code of a program that asks to be let in", (open) => {
  const database = emptyBeforeEach(open);

  test("is dead after a while, whether somebody has approved it or not", async () => {
    const { ask, decide, fetch, look, pass, keysOf } = world(database());
    const [approved, waiting] = [await ask(laptop), await ask(laptop)];
    await decide(by("ada"), approved.userCode, { approve: true, scopes });
    pass(livesMs - 1);
    expect(await look(waiting.userCode)).toMatchObject(laptop);
    pass(1);
    for (const { deviceCode } of [approved, waiting])
      await expect(fetch({ deviceCode })).rejects.toEqual(refused("device_code_dead"));
    pass(1);
    await expect(look(waiting.userCode)).rejects.toEqual(refused("approval_not_found"));
    const late = decide(by("ada"), waiting.userCode, { approve: true, scopes });
    await expect(late).rejects.toEqual(refused("approval_not_found"));
    expect(await keysOf("ada")).toEqual([]);
  });

  test("that is asked with too often is told to slow down, and is no worse for it", async () => {
    const { ask, decide, fetch, pass } = world(database());
    const { deviceCode, userCode } = await ask(laptop);
    await expect(fetch({ deviceCode })).rejects.toEqual(refused("device_waiting"));
    await expect(fetch({ deviceCode })).rejects.toEqual(refused("device_slow_down"));
    pass(pollMs);
    await expect(fetch({ deviceCode })).rejects.toEqual(refused("device_waiting"));
    await decide(by("ada"), userCode, { approve: true, scopes });
    expect(await fetch({ deviceCode })).toMatchObject({ uid: "ada" });
  });

  test("cannot be approved while there are as many keys as may be, but refused, or approved once there is room", async () => {
    const { add, ask, decide, fetch, now, pass } = world(database());
    const [waiting, unwanted] = [await ask(laptop), await ask(laptop)];
    const max = keyLimits.perWorkspace;
    for (let made = 0; made < max; made += 1)
      await add({ workspaceId: "ada", userId: "ada" }, { name: "one", scopes, expiresAt: now + 1 });
    const approve = () => decide(by("ada"), waiting.userCode, { approve: true, scopes });
    await expect(approve()).rejects.toEqual(refused("keys_too_many", { max }));
    await decide(by("ada"), unwanted.userCode, { approve: false });
    pass(1);
    await approve();
    expect(await fetch(waiting)).toMatchObject({ uid: "ada" });
  });

  test("cannot be approved for a key that may do nothing or is over, and waits on", async () => {
    const { ask, decide, look, now } = world(database());
    const { userCode } = await ask(laptop);
    const approve = (decision: object) => decide(by("ada"), userCode, { approve: true, ...decision });
    await expect(approve({})).rejects.toEqual(refused("key_scopes_missing", {}, { field: "scopes" }));
    await expect(approve({ scopes, expiresAt: now })).rejects.toEqual(
      refused("key_expiry_past", {}, { field: "expiresAt" }),
    );
    expect(await look(userCode)).toMatchObject(laptop);
  });

  test("is one of so many at most, of which old ones make room", async () => {
    const { ask, pass } = world(database());
    const { keyApprovals } = database().tables;
    await database().atomically((write) => ({
      others: Array.from({ length: waitingMax / 500 }, (_, nth) =>
        write.insert(keyApprovals).values(others.slice(nth * 500, (nth + 1) * 500)),
      ),
    }));
    await expect(ask(laptop)).rejects.toEqual(refused("devices_too_many"));
    pass(livesMs + 1);
    await ask(laptop);
  });
});
