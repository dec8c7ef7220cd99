import { expect, test } from "bun:test";
import { createSessionStore } from "../../../db/stores/identity/sessions.ts";
import { createUserStore, type User } from "../../../db/stores/identity/users.ts";
import { createWorkspaceStore } from "../../../db/stores/identity/workspaces.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

const personNamed = (id: string, status: User["status"] = "AMFR"): User => ({
  id,
  email: `${id}@example.com`,
  firstName: "Ada",
  lastName: "Lovelace",
  passwordHash: "hash",
  googleSubject: null,
  status,
  role: "user",
  createdAt: 5,
});

eachDatabase("a workspace", (open) => {
  const database = emptyBeforeEach(open);
  const users = () => createUserStore(database());
  const workspaces = () => createWorkspaceStore(database());
  const sessions = () => createSessionStore(database());

  async function signIn(userId: string): Promise<string> {
    const id = `session of ${userId}`;
    const session = { id, userId, workspaceId: userId, createdAt: 9, lastSeenAt: 9, device: "Firefox" };
    await sessions().open({ session, replaces: [], perUserMax: 9, known: { since: 0, countMax: 9 } });
    return id;
  }

  test("is made with its owner, and with nobody who is refused", async () => {
    expect(await users().add(personNamed("ada"))).toBe(true);
    expect(await users().add({ ...personNamed("eve"), email: "ada@example.com" })).toBe(false);
    const { read, tables } = database();
    expect(await read.select().from(tables.workspaces)).toEqual([{ workspaceId: "ada", createdAt: 5 }]);
    expect(await read.select().from(tables.workspaceMembers)).toEqual([
      { workspaceId: "ada", userId: "ada", role: "owner", createdAt: 5, startPutAwayAt: null },
    ]);
  });

  test("has one owner, and the database sees to it", async () => {
    await users().add(personNamed("ada"));
    const { atomically, tables } = database();
    const another = { workspaceId: "ada", userId: "eve", role: "owner" as const, createdAt: 9 };
    const adding = atomically((write) => ({ added: write.insert(tables.workspaceMembers).values(another) }));
    await expect(adding).rejects.toThrow();
  });

  test("is worked in by its members, with its owner's status, until they are none any more", async () => {
    await users().add(personNamed("ada", "AMEX"));
    await users().add(personNamed("ben"));
    const id = await signIn("ben");
    expect(await sessions().withOwner(id)).toMatchObject({ memberRole: "owner", status: "AMFR" });
    expect(await sessions().workIn({ sessionId: id, workspaceId: "ada" })).toBe(false);
    expect(await workspaces().addMember({ workspaceId: "gone", userId: "ben", now: 10 })).toBe(false);
    expect(await workspaces().addMember({ workspaceId: "ada", userId: "ben", now: 10 })).toBe(true);
    expect(await workspaces().addMember({ workspaceId: "ada", userId: "ben", now: 11 })).toBe(false);
    expect(await sessions().workIn({ sessionId: id, workspaceId: "ada" })).toBe(true);
    expect(await sessions().withOwner(id)).toMatchObject({
      session: { workspaceId: "ada" },
      owner: { id: "ben", status: "AMFR" },
      memberRole: "member",
      status: "AMEX",
    });
    expect(await workspaces().othersIn({ workspaceId: "ada", userId: "ada" })).toBe(1);
    expect(await workspaces().removeMember({ workspaceId: "ada", userId: "ben" })).toEqual([id]);
    expect(await sessions().withOwner(id)).toBeNull();
    expect(await workspaces().othersIn({ workspaceId: "ada", userId: "ada" })).toBe(0);
  });

  test("keeps its owner, whose sessions stay", async () => {
    await users().add(personNamed("ada"));
    const id = await signIn("ada");
    await workspaces().addMember({ workspaceId: "ada", userId: "ada", now: 10 });
    expect(await workspaces().removeMember({ workspaceId: "ada", userId: "ada" })).toEqual([]);
    expect(await sessions().withOwner(id)).toMatchObject({ memberRole: "owner" });
  });

  test("keeps those who joined it when one of them leaves, and their sessions elsewhere", async () => {
    for (const name of ["ada", "ben", "cleo"]) await users().add(personNamed(name));
    for (const userId of ["ben", "cleo"])
      await workspaces().addMember({ workspaceId: "ada", userId, now: 10 });
    const [bens, cleos] = [await signIn("ben"), await signIn("cleo")];
    await sessions().workIn({ sessionId: cleos, workspaceId: "ada" });
    expect(await workspaces().removeMember({ workspaceId: "ada", userId: "ben" })).toEqual([]);
    expect(await sessions().withOwner(bens)).toMatchObject({ session: { workspaceId: "ben" } });
    expect(await sessions().withOwner(cleos)).toMatchObject({ session: { workspaceId: "ada" } });
  });
});
