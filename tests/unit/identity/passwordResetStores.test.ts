import { expect, test } from "bun:test";
import { createPasswordResetStore } from "../../../db/stores/identity/passwordResets.ts";
import { createSessionStore } from "../../../db/stores/identity/sessions.ts";
import { createSignInMethodStore } from "../../../db/stores/identity/signInMethods.ts";
import { createUserStore } from "../../../db/stores/identity/users.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { storedPerson } from "../../support/db/storedPerson.ts";

const ada = storedPerson;
const session = (id: string) => ({
  ...{ id, userId: ada.id, workspaceId: ada.id },
  ...{ createdAt: 10, lastSeenAt: 10, device: "" },
});

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
    await methods.linkGoogle({ id: ada.id, subject: "g1" });
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
