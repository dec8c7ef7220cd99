import { expect, test } from "bun:test";
import { createCredentialStore, type NewCredential } from "../../../../db/stores/accounts/credentials.ts";
import { createDomainCheckStore } from "../../../../db/stores/accounts/domainChecks.ts";
import { createSigningKeyStore, type SigningKeyRow } from "../../../../db/stores/accounts/signingKeys.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";

const account = (
  id: string,
  workspaceId: string,
  provider: NewCredential["provider"] = "smtp",
): NewCredential => ({
  id,
  workspaceId,
  provider,
  appEmail: `${id}@one.test`,
  alias: `Ada <${id}@one.test>`,
  type: "manual",
  secret: "sealed",
  gapMs: 0,
  paused: false,
  createdAt: 1,
});
const looked = (credentialId: string, workspaceId: string, { checkedAt = 10, dueAt = 20 } = {}) => ({
  credentialId,
  workspaceId,
  domain: "one.test",
  checks: [{ kind: "spf" }],
  checkedAt,
  dueAt,
});

eachDatabase("what was found at the domains of accounts", (open) => {
  const database = emptyBeforeEach(open);

  async function filled() {
    const accounts = createCredentialStore(database());
    for (const [id, workspaceId, provider] of [
      ["a", "ada"],
      ["b", "ada"],
      ["c", "eve"],
      ["s", "eve", "sandbox"],
    ] as const)
      await accounts.add(account(id, workspaceId, provider), 9);
    return { accounts, checks: createDomainCheckStore(database()) };
  }

  test("is due where nobody looked, when its time has come, and when it was looked at in a time to come", async () => {
    const { checks } = await filled();
    const due = async (now: number, max = 9) => (await checks.due(now, max)).map(({ id }) => id);
    expect(await due(5)).toEqual(["a", "b", "c"]);
    expect(await due(5, 2)).toEqual(["a", "b"]);
    await checks.put(looked("a", "ada"));
    await checks.put(looked("c", "eve", { dueAt: 90 }));
    expect(await due(15)).toEqual(["b"]);
    expect(await due(20)).toEqual(["a", "b"]);
    expect(await due(9)).toEqual(["a", "b", "c"]);
    await checks.makeDue({ credentialId: "c", workspaceId: "eve" }, { forgets: false });
    expect(await due(15)).toEqual(["b", "c"]);
    expect(await checks.one({ credentialId: "c", workspaceId: "eve" })).toMatchObject({ checkedAt: 10 });
    await checks.makeDue({ credentialId: "c", workspaceId: "eve" }, { forgets: true });
    expect(await checks.one({ credentialId: "c", workspaceId: "eve" })).toBeNull();
  });

  test("is a workspace's own, the latest counts, and it goes with its account", async () => {
    const { accounts, checks } = await filled();
    await checks.put(looked("a", "ada"));
    await checks.put({ ...looked("a", "ada"), checks: [{ kind: "mx" }], checkedAt: 11 });
    const of = { credentialId: "a", workspaceId: "ada" };
    expect(await checks.one(of)).toMatchObject({ checks: [{ kind: "mx" }], checkedAt: 11 });
    expect(await checks.one({ ...of, workspaceId: "eve" })).toBeNull();
    expect(await checks.among("eve", ["a"])).toEqual([]);
    await checks.makeDue({ ...of, workspaceId: "eve" }, { forgets: true });
    expect(await checks.among("ada", ["a", "b"])).toHaveLength(1);
    expect(await accounts.remove({ id: "a", workspaceId: "eve" })).toBe(false);
    expect(await checks.one(of)).not.toBeNull();
    expect(await accounts.remove({ id: "a", workspaceId: "ada" })).toBe(true);
    expect(await checks.one(of)).toBeNull();
  });
});

const pair = (id: string, more: Partial<SigningKeyRow> = {}): SigningKeyRow => ({
  id,
  workspaceId: "ada",
  domain: "one.test",
  selector: id,
  signsSince: null,
  signsEd25519: false,
  rsaSecret: "sealed",
  rsaPublic: "r",
  ed25519Secret: "sealed",
  ed25519Public: "e",
  createdAt: 1,
  ...more,
});

eachDatabase("the keys that mails are signed with", (open) => {
  const database = emptyBeforeEach(open);
  const ofAda = { workspaceId: "ada", domain: "one.test" };

  test("are as many to a domain as are allowed, and at most one of them signs", async () => {
    const keys = createSigningKeyStore(database());
    for (const id of ["a", "b"]) await keys.add(pair(id), 2);
    await expect(keys.add(pair("c"), 2)).rejects.toMatchObject({ reason: { code: "domain_keys_too_many" } });
    await keys.add(pair("c", { domain: "two.test" }), 2);
    expect((await keys.ofDomain(ofAda)).map(({ id }) => id)).toEqual(["a", "b"]);
    await keys.use({ ...ofAda, id: "a" }, { signsSince: 5, signsEd25519: true });
    await keys.use({ ...ofAda, id: "b" }, { signsSince: 6, signsEd25519: false });
    expect(await keys.inUse(ofAda)).toMatchObject({ id: "b", signsSince: 6, signsEd25519: false });
    expect((await keys.ofDomain(ofAda)).filter(({ signsSince }) => signsSince !== null)).toHaveLength(1);
    await keys.stop({ ...ofAda, id: "b" });
    expect(await keys.inUse(ofAda)).toBeNull();
  });

  test("are a workspace's own, though two send from one domain", async () => {
    const keys = createSigningKeyStore(database());
    await keys.add(pair("a"), 9);
    await keys.add(pair("e", { workspaceId: "eve" }), 9);
    const ofEve = { ...ofAda, workspaceId: "eve" };
    await keys.use({ ...ofAda, id: "a" }, { signsSince: 5, signsEd25519: true });
    await keys.use({ ...ofEve, id: "a" }, { signsSince: 7, signsEd25519: true });
    await keys.stop({ ...ofEve, id: "a" });
    expect(await keys.remove({ ...ofEve, id: "a" })).toBe(false);
    await keys.removeAllOf(ofEve);
    expect(await keys.inUse(ofAda)).toMatchObject({ id: "a", signsSince: 5 });
    expect(await keys.ofDomain(ofEve)).toEqual([]);
    expect(await keys.remove({ ...ofAda, id: "a" })).toBe(true);
  });
});
