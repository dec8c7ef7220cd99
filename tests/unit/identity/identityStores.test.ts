import { expect, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import { createOauthStateStore } from "../../../db/stores/accounts/oauthStates.ts";
import { createSessionStore } from "../../../db/stores/identity/sessions.ts";
import { createSignInMethodStore } from "../../../db/stores/identity/signInMethods.ts";
import { createUserStore } from "../../../db/stores/identity/users.ts";
import { createMetaStore } from "../../../db/stores/installation/meta.ts";
import { hasSealedData } from "../../../db/stores/installation/sealedData.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { storedPerson } from "../../support/db/storedPerson.ts";

const ada = storedPerson;
const session = (id: string, at = 10) => ({
  id,
  userId: ada.id,
  workspaceId: ada.id,
  createdAt: at,
  lastSeenAt: at,
  device: "Firefox on Linux",
});

/** A socket that such a session opened. */
const listens = (sessionId: string, workspaceId = ada.id) => ({ sessionId, workspaceId });

const known = { since: 0, countMax: 9 };

const meanwhile = { now: 1_000, why: reason("webhook_of_former") };

eachDatabase("people", (open) => {
  const database = emptyBeforeEach(open);

  test("an address belongs to one person", async () => {
    const users = createUserStore(database());
    expect(await users.add(ada)).toBe(true);
    expect(await users.add({ ...ada, id: "u2", firstName: "Eve" })).toBe(false);
    expect(await users.byEmail(ada.email)).toEqual(ada);
    expect(await users.byId("u2")).toBeNull();
  });

  test("a grant changes what it names and nothing else", async () => {
    const users = createUserStore(database());
    await users.add(ada);
    expect(await users.grant({ email: ada.email, status: "AMEX" })).toEqual({ ...ada, status: "AMEX" });
    expect(await users.grant({ email: ada.email, role: "admin" })).toMatchObject({
      status: "AMEX",
      role: "admin",
    });
    expect(await users.grant({ email: ada.email })).toMatchObject({ status: "AMEX", role: "admin" });
    expect(await users.grant({ email: "nobody@example.com", role: "admin" })).toBeNull();
    expect(await users.all()).toHaveLength(1);
  });
});

eachDatabase("sessions", (open) => {
  const database = emptyBeforeEach(open);

  test("opening a session ends those it replaces and the oldest of too many", async () => {
    const sessions = createSessionStore(database());
    await createUserStore(database()).add(ada);
    const openOne = async (id: string, at: number, replaces: string[] = []) =>
      (await sessions.open({ session: session(id, at), replaces, perUserMax: 2, known })).ended;
    expect(await openOne("a", 1)).toEqual([]);
    expect(await openOne("b", 2, ["a", "unknown"])).toEqual(["a"]);
    expect(await openOne("c", 3)).toEqual([]);
    expect(await openOne("d", 4)).toEqual(["b"]);
    expect(await sessions.withOwner("b")).toBeNull();
    const found = await sessions.withOwner("d");
    expect(found?.owner).toEqual({
      id: ada.id,
      email: ada.email,
      firstName: "Ada",
      lastName: "Lovelace",
      status: "AMFR",
      role: "user",
    });
  });

  test("sessions end when asked to and when they have expired", async () => {
    const sessions = createSessionStore(database());
    await createUserStore(database()).add(ada);
    for (const [id, at] of [
      ["old", 1],
      ["idle", 50],
      ["live", 60],
    ] as const)
      await sessions.open({ session: session(id, at), replaces: [], perUserMax: 9, known });
    await sessions.touch({ id: "old", at: 90 });
    await sessions.touch({ id: "live", at: 90 });
    expect((await sessions.endExpired({ idleBefore: 80, createdBefore: 10 })).sort()).toEqual([
      "idle",
      "old",
    ]);
    expect(await sessions.end(["live", "unknown"])).toEqual(["live"]);
  });

  test("somebody sees and ends their own sessions and nobody else's", async () => {
    const sessions = createSessionStore(database());
    await createUserStore(database()).add(ada);
    await createUserStore(database()).add({ ...ada, id: "u2", email: "eve@example.com" });
    for (const [id, at] of [
      ["phone", 1],
      ["laptop", 2],
    ] as const)
      await sessions.open({ session: session(id, at), replaces: [], perUserMax: 9, known });
    const others = { ...session("eve"), userId: "u2", workspaceId: "u2" };
    await sessions.open({ session: others, replaces: [], perUserMax: 9, known });
    await sessions.touch({ id: "phone", at: 90 });
    expect((await sessions.ownedBy(ada.id)).map((row) => row.id)).toEqual(["phone", "laptop"]);
    expect((await sessions.among([listens("phone"), listens("gone"), listens("eve", "u2")])).sort()).toEqual([
      "eve",
      "phone",
    ]);
    expect(await sessions.among([listens("gone")])).toEqual([]);
    expect(await sessions.endOwned({ userId: ada.id, id: "eve" })).toBe(false);
    expect(await sessions.endOwned({ userId: ada.id, id: "phone" })).toBe(true);
    expect(await sessions.endAllOf(ada.id)).toEqual(["laptop"]);
    expect(await sessions.among([listens("eve", "u2")])).toEqual(["eve"]);
  });
});

eachDatabase("ways to sign in", (open) => {
  const database = emptyBeforeEach(open);

  test("a new password leaves one new session and needs the old hash", async () => {
    const [sessions, methods, users] = [
      createSessionStore(database()),
      createSignInMethodStore(database()),
      createUserStore(database()),
    ];
    await users.add(ada);
    await sessions.open({ session: session("a"), replaces: [], perUserMax: 9, known });
    const change = { session: session("b"), oldHash: "hash", newHash: "newer" };
    expect(await methods.changePassword({ ...change, oldHash: "stale" })).toBeNull();
    expect(await sessions.withOwner("a")).not.toBeNull();
    expect(await methods.changePassword(change)).toEqual(["a"]);
    expect(await sessions.withOwner("b")).not.toBeNull();
    expect((await users.byId(ada.id))?.passwordHash).toBe("newer");
  });

  test("a linked Google account kills the password and its sessions, once", async () => {
    const [sessions, methods, users] = [
      createSessionStore(database()),
      createSignInMethodStore(database()),
      createUserStore(database()),
    ];
    await users.add(ada);
    await sessions.open({ session: session("a"), replaces: [], perUserMax: 9, known });
    expect(await methods.linkGoogle({ id: ada.id, subject: "g1", ...meanwhile })).toEqual(["a"]);
    expect(await users.byGoogleSubject("g1")).toMatchObject({ id: ada.id, passwordHash: null });
    await sessions.open({ session: session("b"), replaces: [], perUserMax: 9, known });
    expect(await methods.linkGoogle({ id: ada.id, subject: "g2", ...meanwhile })).toBeNull();
    expect(await sessions.withOwner("b")).not.toBeNull();
  });

  test("an OAuth state is good once, for the browser that began it and in time", async () => {
    const states = createOauthStateStore(database());
    const state = {
      id: "s1",
      sessionId: "a",
      workspaceId: ada.id,
      credentialId: null,
      verifier: "sealed",
      reads: null,
      createdAt: 100,
    };
    const take = (sessionIds: string[], createdSince: number) =>
      states.take({ id: "s1", sessionIds, createdSince });
    await states.add({ state, forgetBefore: 0 });
    expect(await take([], 0)).toBeNull();
    expect(await take(["b", "c"], 0)).toBeNull();
    expect(await take(["a"], 101)).toBeNull();
    expect(await take(["b", "a"], 100)).toEqual(state);
    expect(await take(["a"], 0)).toBeNull();
    await states.add({ state, forgetBefore: 0 });
    await states.add({ state: { ...state, id: "s2", createdAt: 200 }, forgetBefore: 150 });
    expect(await take(["a"], 0)).toBeNull();
  });
});

eachDatabase("the installation", (open) => {
  const database = emptyBeforeEach(open);

  test("a value of the installation is what was last put there", async () => {
    const meta = createMetaStore(database());
    expect(await meta.value("clock")).toBeUndefined();
    await meta.put({ key: "clock", value: 5 });
    await meta.put({ key: "clock", value: 6 });
    await meta.put({ key: "keyId", value: "abc" });
    expect([await meta.value("clock"), await meta.value("keyId")]).toEqual([6, "abc"]);
  });

  test("an opt-out counts as sealed data, since only the key finds it again", async () => {
    expect(await hasSealedData(database())).toBe(false);
    const { suppressions } = database().tables;
    await database().atomically((write) => ({
      added: write
        .insert(suppressions)
        .values({ workspaceId: "u1", emailHash: "h", source: "owner", createdAt: 1 }),
    }));
    expect(await hasSealedData(database())).toBe(true);
  });

  test("a failed check undoes every statement", async () => {
    const { users } = database().tables;
    const attempt = database().atomically(
      (write) => ({ added: write.insert(users).values(ada) }),
      () => {
        throw new Error("no");
      },
    );
    await expect(attempt).rejects.toThrow("no");
    await attempt.catch(() => {});
    expect(await createUserStore(database()).all()).toEqual([]);
  });
});
