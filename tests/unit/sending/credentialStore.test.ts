import { expect, test } from "bun:test";
import { createCredentialStore, type NewCredential } from "../../../db/stores/accounts/credentials.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

const row = (id: string, change: Partial<NewCredential> = {}): NewCredential => ({
  id,
  workspaceId: "u1",
  provider: "google",
  appEmail: "ada@gmail.example",
  alias: "Ada <ada@gmail.example>",
  type: "gscope",
  secret: "sealed",
  googleSubject: "g1",
  gapMs: 0,
  paused: false,
  createdAt: 1,
  ...change,
});

eachDatabase("sending accounts", (open) => {
  const database = emptyBeforeEach(open);

  test("one address may be connected by Google and by an app password, each once", async () => {
    const store = createCredentialStore(database());
    await store.add(row("a"), 9);
    await store.add(row("b", { type: "manual", googleSubject: null }), 9);
    await expect(store.add(row("c"), 9)).rejects.toMatchObject({ code: "conflict" });
    expect((await store.ownedBy("u1")).map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test("a Google account is connected while anybody's sending account stands for it", async () => {
    const store = createCredentialStore(database());
    await store.add(row("a"), 9);
    await store.add(row("b", { workspaceId: "u2" }), 9);
    await store.remove({ workspaceId: "u1", id: "a" });
    expect(await store.isConnected("g1")).toBe(true);
    await store.remove({ workspaceId: "u2", id: "b" });
    expect(await store.isConnected("g1")).toBe(false);
  });
});
