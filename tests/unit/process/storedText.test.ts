import { expect, test } from "bun:test";
import { createUserStore } from "../../../db/stores/identity/users.ts";
import { createMetaStore } from "../../../db/stores/installation/meta.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

eachDatabase("text of any kind", (open) => {
  const database = emptyBeforeEach(open);

  test("is stored as JSON and read as what it was, down to what looks like JSON itself", async () => {
    const meta = createMetaStore(database());
    for (const value of [
      "5",
      "null",
      "[1]",
      '"quoted"',
      "\\u0000 in letters",
      "a\\b",
      { deep: [{ "": null }] },
      5.5,
    ]) {
      await meta.put({ key: "any", value });
      expect(await meta.value("any")).toEqual(value);
    }
  });

  test("with a NUL or half a character in it is taken, at most with a sign in that one's place", async () => {
    const meta = createMetaStore(database());
    for (const odd of ["\0", "\ud800", "\udc00"]) {
      await meta.put({ key: "odd", value: { text: `a${odd}b` } });
      const kept: unknown[] = [{ text: `a${odd}b` }, { text: "a\ufffdb" }];
      expect(kept).toContainEqual(await meta.value("odd"));
    }
    const users = createUserStore(database());
    const person = { email: "eve@in.test", lastName: "Lee", passwordHash: null, googleSubject: null };
    await users.add({ ...person, id: "eve", firstName: "E\0ve", status: "AMFR", role: "user", createdAt: 1 });
    expect((await users.named("eve@in.test"))?.firstName).toMatch(/^E[\0\ufffd]ve$/);
  });
});
