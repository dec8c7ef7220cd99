import { expect, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import { createPasswordResetStore } from "../../../db/stores/identity/passwordResets.ts";
import { createSessionStore } from "../../../db/stores/identity/sessions.ts";
import { createSignInMethodStore } from "../../../db/stores/identity/signInMethods.ts";
import { createUserStore } from "../../../db/stores/identity/users.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { storedPerson } from "../../support/db/storedPerson.ts";

const ada = storedPerson;
const session = (id: string) => ({
  id,
  userId: ada.id,
  workspaceId: ada.id,
  createdAt: 10,
  lastSeenAt: 10,
  device: "",
});

const meanwhile = { now: 1_000, why: reason("webhook_of_former") };

eachDatabase("links to a new password", (open) => {
  const database = emptyBeforeEach(open);

  test("a link to a new password works once, in time, and takes every session and other link along", async () => {
    const [sessions, methods, users, resets] = [
      createSessionStore(database()),
      createSignInMethodStore(database()),
      createUserStore(database()),
      createPasswordResetStore(database()),
    ];
    await users.add(ada);
    await sessions.open({
      session: session("a"),
      replaces: [],
      perUserMax: 9,
      known: { since: 0, countMax: 9 },
    });
    for (const id of ["r1", "r2"])
      await resets.add({ reset: { id, userId: ada.id, createdAt: 100 }, forgetBefore: 0 });
    expect(await resets.owner({ id: "r1", createdSince: 100 })).toMatchObject({
      id: ada.id,
      email: ada.email,
    });
    expect(await resets.owner({ id: "r1", createdSince: 101 })).toBeNull();
    expect(await resets.owner({ id: "none", createdSince: 0 })).toBeNull();

    const setting = (id: string, createdSince: number, userId = ada.id) =>
      methods.setPassword({ userId, newHash: "newer", link: { id, createdSince } });
    expect(await setting("r1", 101)).toBeNull();
    expect(await setting("none", 0)).toBeNull();
    expect(await setting("r1", 100, "u2")).toBeNull();
    expect(await sessions.withOwner("a")).not.toBeNull();
    expect((await users.byId(ada.id))?.passwordHash).toBe("hash");
    expect(await setting("r1", 100)).toEqual(["a"]);
    expect((await users.byId(ada.id))?.passwordHash).toBe("newer");
    expect(await setting("r1", 100)).toBeNull();
    expect(await setting("r2", 100)).toBeNull();
  });

  test("a changed password and a linked Google account leave no link to a new password", async () => {
    const [methods, users, resets] = [
      createSignInMethodStore(database()),
      createUserStore(database()),
      createPasswordResetStore(database()),
    ];
    await users.add(ada);
    const link = () => resets.add({ reset: { id: "r1", userId: ada.id, createdAt: 1 }, forgetBefore: 0 });
    await link();
    await methods.changePassword({ session: session("b"), oldHash: "hash", newHash: "newer" });
    expect(await resets.owner({ id: "r1", createdSince: 0 })).toBeNull();
    await link();
    await methods.linkGoogle({ id: ada.id, subject: "g1", ...meanwhile });
    expect(await resets.owner({ id: "r1", createdSince: 0 })).toBeNull();
  });

  test("links that nobody followed in time are forgotten", async () => {
    const resets = createPasswordResetStore(database());
    await createUserStore(database()).add(ada);
    await resets.add({ reset: { id: "r1", userId: ada.id, createdAt: 1 }, forgetBefore: 0 });
    await resets.add({ reset: { id: "r2", userId: ada.id, createdAt: 9 }, forgetBefore: 5 });
    expect(await resets.owner({ id: "r1", createdSince: 0 })).toBeNull();
    expect(await resets.owner({ id: "r2", createdSince: 0 })).not.toBeNull();
  });
});

eachDatabase("a change of how somebody signs in", (open) => {
  const database = emptyBeforeEach(open);
  const bob = { ...ada, id: "u2", email: "bob@example.com" };
  const device = "Firefox on Linux";

  /** Two people who have a session, a known device, a link to a new password and, by chance, the same hash. */
  async function twoPeople() {
    const [sessions, users] = [createSessionStore(database()), createUserStore(database())];
    const resets = createPasswordResetStore(database());
    for (const person of [ada, bob]) {
      const { id } = person;
      await users.add(person);
      await sessions.open({
        session: { ...session(`of ${id}`), userId: id, workspaceId: id, device },
        replaces: [],
        perUserMax: 9,
        known: { since: 0, countMax: 9 },
      });
      await resets.add({ reset: { id: `link of ${id}`, userId: id, createdAt: 100 }, forgetBefore: 0 });
    }
    const devicesOf = async () =>
      (await database().read.select().from(database().tables.knownDevices)).map(({ userId }) => userId);
    return { methods: createSignInMethodStore(database()), sessions, users, resets, devicesOf };
  }
  type People = Awaited<ReturnType<typeof twoPeople>>;

  async function expectBobUntouched({ sessions, users, resets, devicesOf }: People): Promise<void> {
    expect(await users.byId(bob.id)).toEqual(bob);
    expect(await sessions.withOwner("of u2")).not.toBeNull();
    expect(await resets.owner({ id: "link of u2", createdSince: 0 })).toMatchObject({ id: bob.id });
    expect(await devicesOf()).toContain(bob.id);
  }

  test("ends what admitted them until then, and nothing of anybody else", async () => {
    const changes = [
      ({ methods }: People) =>
        methods.changePassword({ session: session("new"), oldHash: "hash", newHash: "newer" }),
      ({ methods }: People) => methods.setPassword({ userId: ada.id, newHash: "newer" }),
      ({ methods }: People) => methods.linkGoogle({ id: ada.id, subject: "g1", ...meanwhile }),
    ];
    const people = await twoPeople();
    for (const [nth, change] of changes.entries()) {
      if (nth > 0) await people.sessions.open({ ...opening(`again ${nth}`), replaces: [], perUserMax: 9 });
      expect(await change(people)).not.toBeNull();
      expect(await people.sessions.withOwner(nth > 0 ? `again ${nth}` : "of u1")).toBeNull();
      expect(await people.resets.owner({ id: "link of u1", createdSince: 0 })).toBeNull();
      await expectBobUntouched(people);
      await people.methods.setPassword({ userId: ada.id, newHash: "hash" });
    }
  });

  test("by Google beside the password needs the password that was proved, and no other Google account", async () => {
    const people = await twoPeople();
    const { methods, users, sessions } = people;
    expect(await methods.addGoogle({ id: ada.id, subject: "g1", hash: "stale" })).toBe(false);
    expect(await methods.addGoogle({ id: ada.id, subject: "g1", hash: "hash" })).toBe(true);
    expect(await users.byId(ada.id)).toEqual({ ...ada, googleSubject: "g1" });
    expect(await methods.addGoogle({ id: ada.id, subject: "g2", hash: "hash" })).toBe(false);
    expect(await users.byGoogleSubject("g2")).toBeNull();
    expect(await sessions.withOwner("of u1")).not.toBeNull();
    await expectBobUntouched(people);
  });

  function opening(id: string) {
    return { session: { ...session(id), device }, known: { since: 0, countMax: 9 } };
  }
});
