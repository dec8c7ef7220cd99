import { expect, test } from "bun:test";
import { createIdempotencyStore } from "../../../db/stores/keys/idempotency.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

eachDatabase("what is kept of calls with an Idempotency-Key", (open) => {
  const database = emptyBeforeEach(open);
  const row = (id: string, { workspaceId = "ada", createdAt = 1_000 } = {}) => ({
    id,
    workspaceId,
    digest: "digest",
    runner: "here",
    createdAt,
    status: null,
    contentType: null,
    body: null,
  });

  test("is forgotten of the call that was refused, and of no other", async () => {
    const store = createIdempotencyStore(database());
    for (const one of [row("one"), row("other"), row("theirs", { workspaceId: "eve" })])
      expect(await store.begin(one, 0)).toBe(true);
    await store.forget({ id: "one", workspaceId: "ada" });
    expect(await store.one({ id: "one", workspaceId: "ada" })).toBeNull();
    for (const key of [
      { id: "other", workspaceId: "ada" },
      { id: "theirs", workspaceId: "eve" },
    ])
      expect(await store.one(key)).toMatchObject(key);
  });

  test("is answered of each call by itself, and the first answer stays", async () => {
    const store = createIdempotencyStore(database());
    for (const id of ["one", "other"]) await store.begin(row(id), 0);
    const answer = { digest: "digest", status: 201, contentType: "application/json", body: "{}" };
    await store.end({ id: "one", workspaceId: "ada" }, answer);
    await store.end({ id: "one", workspaceId: "ada" }, { ...answer, body: "late" });
    expect(await store.one({ id: "one", workspaceId: "ada" })).toMatchObject({ status: 201, body: "{}" });
    expect(await store.one({ id: "other", workspaceId: "ada" })).toMatchObject({ status: null });
  });

  test("goes once it is old, and no sooner", async () => {
    const store = createIdempotencyStore(database());
    await store.begin(row("old"), 0);
    await store.begin(row("young", { createdAt: 2_000 }), 0);
    expect(await store.forgetBefore(2_000, 9)).toBe(1);
    expect(await store.one({ id: "old", workspaceId: "ada" })).toBeNull();
    expect(await store.one({ id: "young", workspaceId: "ada" })).not.toBeNull();
    expect(await store.begin(row("young", { createdAt: 3_000 }), 2_000)).toBe(false);
    expect(await store.begin(row("young", { createdAt: 3_000 }), 2_001)).toBe(true);
  });
});
