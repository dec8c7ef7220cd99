import { expect, test } from "bun:test";
import { keyLimits } from "../../../contract/limits/identity.ts";
import { refused } from "../../../contract/refused.ts";
import type { Database } from "../../../db/database.ts";
import { createKeys } from "../../../server/keys/keys.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { untold } from "../../support/keys/untold.ts";
import { leadBook, scopeNamed } from "../../support/leads/leadBook.ts";
import { credentialRow } from "../../support/smtp/sendingRows.ts";

const ada = scopeNamed("ada");
const eve = scopeNamed("eve");

/** Two workspaces with a collection and an account each, and keys at a moment. */
async function world(database: Database) {
  const { core, collections } = leadBook(database);
  const mine = await collections.add({ ...ada, name: "mine" });
  const theirs = await collections.add({ ...eve, name: "theirs" });
  await database.atomically((write) => ({
    accounts: [ada, eve].map(({ workspaceId }) =>
      write
        .insert(database.tables.credentials)
        .values(credentialRow({ id: `account of ${workspaceId}`, workspaceId })),
    ),
  }));
  const now = 1_000_000;
  const keys = createKeys({ ...core, clock: { ...core.clock, now: () => now } }, untold);
  const add = (input: object) => keys.add(ada, { name: "Cron", scopes: ["read"], ...input });
  return { keys, add, now, mine: mine._id, theirs: theirs._id };
}

eachDatabase("a new key", (open) => {
  const database = emptyBeforeEach(open);

  test("is kept to collections and accounts of its own workspace alone", async () => {
    const { add, keys, mine, theirs } = await world(database());
    for (const collections of [[theirs], [mine, theirs], ["gone"]])
      await expect(add({ collections })).rejects.toEqual(refused("collection_not_found"));
    for (const accounts of [["account of eve"], ["account of ada", "account of eve"]])
      await expect(add({ accounts })).rejects.toEqual(refused("account_not_found"));
    expect(await keys.list(ada)).toEqual([]);
    const bounds = { collections: [mine], accounts: ["account of ada"] };
    expect(await add(bounds)).toMatchObject(bounds);
    expect(await keys.list(ada)).toMatchObject([bounds]);
    expect(await keys.list(eve)).toEqual([]);
  });

  test("is not one that is over already", async () => {
    const { add, now } = await world(database());
    for (const expiresAt of [now - 1, now])
      await expect(add({ expiresAt })).rejects.toEqual(
        refused("key_expiry_past", {}, { field: "expiresAt" }),
      );
    expect(await add({ expiresAt: now + 1 })).toMatchObject({ expiresAt: now + 1, isExpired: false });
  });

  test("is one of so many at most, of which those that were revoked count no more", async () => {
    const { add, keys } = await world(database());
    const max = keyLimits.perWorkspace;
    for (let count = 0; count < max; count += 1) await add({ name: `Key ${count}` });
    await expect(add({})).rejects.toEqual(refused("keys_too_many", { max }));
    const [first] = await keys.list(ada);
    await keys.revoke({ ...ada, id: first?._id ?? "" });
    expect(await add({ name: "Last" })).toMatchObject({ name: "Last" });
  });

  test("can be revoked once, by its own workspace", async () => {
    const { add, keys } = await world(database());
    const { _id: id } = await add({});
    await expect(keys.revoke({ ...eve, id })).rejects.toEqual(refused("key_not_found"));
    expect(await keys.list(ada)).toHaveLength(1);
    await keys.revoke({ ...ada, id });
    await expect(keys.revoke({ ...ada, id })).rejects.toEqual(refused("key_not_found"));
    expect(await keys.list(ada)).toEqual([]);
  });
});
