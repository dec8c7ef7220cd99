import { afterEach, beforeEach, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { loadKey } from "../../../server/secrets/key.ts";
import { createSecrets } from "../../../server/secrets/secrets.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

const key = randomBytes(32);
const secrets = createSecrets(key);
const place = { workspaceId: "u1", rowId: "c1", field: "secret" };

test("what was sealed opens in its place, and twice sealed looks different", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const sealed = secrets.seal(text, place);
      expect(secrets.open(sealed, place)).toBe(text);
      expect(secrets.seal(text, place)).not.toBe(sealed);
    }),
    { numRuns: 50 },
  );
});

test("sealed text holds nothing of the text", () => {
  const sealed = secrets.seal("app-password-1234", place);
  expect(sealed).not.toContain("app-password");
  expect(Buffer.from(sealed.split(".")[2] ?? "", "base64url").toString("latin1")).not.toContain(
    "app-password",
  );
});

test("moved to another owner, row or field it does not open", () => {
  const sealed = secrets.seal("text", place);
  for (const elsewhere of [
    { workspaceId: "u2" },
    { rowId: "c2" },
    { field: "verifier" },
    { workspaceId: "u1c", rowId: "1" },
  ])
    expect(() => secrets.open(sealed, { ...place, ...elsewhere })).toThrow();
});

test("changed, cut, forged or sealed with another key it does not open", () => {
  const sealed = secrets.seal("text", place);
  const [version, keyId, body = ""] = sealed.split(".");
  const bytes = Buffer.from(body, "base64url");
  for (let n = 0; n < bytes.length; n++) {
    const flipped = Buffer.from(bytes);
    flipped[n] = (flipped[n] ?? 0) ^ 1;
    expect(() => secrets.open(`${version}.${keyId}.${flipped.toString("base64url")}`, place)).toThrow();
  }
  for (const broken of ["", "v1", `${version}.${keyId}.`, `v2.${keyId}.${body}`, sealed.slice(0, -8)])
    expect(() => secrets.open(broken, place)).toThrow();
  expect(() => createSecrets(randomBytes(32)).open(sealed, place)).toThrow("another key");
});

test("a signed token says its id for its purpose and no other", () => {
  const token = secrets.sign("unsubscribe", "d1");
  expect(secrets.verify("unsubscribe", token)).toBe("d1");
  expect(secrets.verify("open", token)).toBeNull();
  expect(secrets.verify("click", token)).toBeNull();
  expect(createSecrets(randomBytes(32)).verify("unsubscribe", token)).toBeNull();
  expect(token).toMatch(/^[\w-]+\.[\w-]{22}$/);
});

test("a token with any character changed, added or left out is forged", () => {
  const token = secrets.sign("open", "0199d1a2-0000-7000-8000-000000000001");
  for (let n = 0; n < token.length; n++) {
    const other = token[n] === "A" ? "B" : "A";
    expect(secrets.verify("open", token.slice(0, n) + other + token.slice(n + 1))).toBeNull();
    expect(secrets.verify("open", token.slice(0, n) + token.slice(n + 1))).toBeNull();
  }
  for (const odd of ["", ".", "..", `${token}=`, `${token} `, ` ${token}`, "\u0000", token.repeat(2)])
    expect(secrets.verify("open", odd)).toBeNull();
});

test("a token does not show the id of a mail, which its Message-ID begins with, and is another for each purpose", () => {
  const id = "0199d1a2-0000-7000-8000-000000000001";
  const tokens = (["unsubscribe", "open", "click"] as const).map((purpose) => secrets.sign(purpose, id));
  expect(new Set(tokens.map((token) => token.split(".")[0])).size).toBe(3);
  for (const token of tokens) {
    const shown = token.split(".").map((part) => Buffer.from(part, "base64url"));
    for (const bytes of shown) {
      expect(bytes.toString("latin1")).not.toContain(id.slice(0, 8));
      expect(bytes.toString("hex")).not.toContain(id.slice(0, 8));
    }
  }
  expect(secrets.verify("open", secrets.sign("open", id))).toBe(id);
  // Sixteen letters may be hidden bytes and may be the id itself.
  expect(secrets.verify("open", secrets.sign("open", "sixteen-letters!"))).toBe("sixteen-letters!");
});

test("a token of a mail that an earlier version sent, which shows its id, still says it", () => {
  const earlier = createSecrets(Buffer.alloc(32, 7));
  const [id, mac] = ["0199d1a2-0000-7000-8000-000000000001", "XR4qvl2JPC5ARsYBzdisMQ"];
  const token = `${Buffer.from(id).toString("base64url")}.${mac}`;
  expect(earlier.verify("unsubscribe", token)).toBe(id);
  expect(earlier.verify("open", token)).toBeNull();
});

test("the same address has the same keyed hash, and another key another one", () => {
  expect(secrets.hashAddress("a@example.com")).toBe(createSecrets(key).hashAddress("a@example.com"));
  expect(secrets.hashAddress("a@example.com")).not.toBe(secrets.hashAddress("b@example.com"));
  expect(createSecrets(randomBytes(32)).hashAddress("a@example.com")).not.toBe(
    secrets.hashAddress("a@example.com"),
  );
});

eachDatabase("the key of a database", (open) => {
  const database = emptyBeforeEach(open);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "amplify-key-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const load = (fromSetting: string | null = null) =>
    loadKey({ settings: { key: fromSetting, dataFolder: folder }, database: database() });

  test("the first start makes a key that its owner alone can read, and later ones use it", async () => {
    const made = await load();
    expect(made).toHaveLength(32);
    expect(statSync(join(folder, "key")).mode & 0o777).toBe(0o600);
    expect(await load()).toEqual(made);
  });

  test("a key given by setting is used in either spelling and none is written", async () => {
    expect(await load(key.toString("base64"))).toEqual(key);
    for (const text of [key.toString("hex"), key.toString("base64url"), ` ${key.toString("base64")}\n`])
      expect(await load(text)).toEqual(key);
    expect(existsSync(join(folder, "key"))).toBe(false);
  });

  test("a setting that is no key of 32 bytes is refused by name", async () => {
    for (const text of [
      "short",
      "x".repeat(44),
      randomBytes(31).toString("base64"),
      randomBytes(33).toString("hex"),
      "!",
    ])
      await expect(load(text)).rejects.toThrow("AMPLIFY_KEY must hold 32 bytes");
  });

  test("a key file that holds something else is asked to be put back, and not to be made anew", async () => {
    writeFileSync(join(folder, "key"), "garbage\n");
    await expect(load(null)).rejects.toThrow("Put the key back that was in it");
  });

  test("with the key gone it refuses to start and makes no new one", async () => {
    await load();
    rmSync(join(folder, "key"));
    await expect(load()).rejects.toThrow("The key of this database is missing");
    await load().catch(() => {});
    expect(existsSync(join(folder, "key"))).toBe(false);
  });

  test("sealed data without any note of a key is enough to refuse", async () => {
    const { suppressions } = database().tables;
    await database().atomically((write) => ({
      added: write
        .insert(suppressions)
        .values({ workspaceId: "u1", emailHash: "h", source: "owner", createdAt: 1 }),
    }));
    await expect(load()).rejects.toThrow("is missing");
  });

  test("a wrong key is refused and changes nothing", async () => {
    const right = await load(key.toString("hex"));
    await expect(load(randomBytes(32).toString("hex"))).rejects.toThrow(
      "The key in AMPLIFY_KEY is not the one",
    );
    await load(randomBytes(32).toString("hex")).catch(() => {});
    expect(await load(key.toString("hex"))).toEqual(right);
  });
});
