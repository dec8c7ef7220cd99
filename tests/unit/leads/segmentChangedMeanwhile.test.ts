import { expect, test } from "bun:test";
import type { Question } from "../../../contract/segments/question.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");
const named = (value: string): Question => ({
  match: "all",
  of: [{ about: "lastName", op: "is", value }],
});

eachDatabase("a segment that two people change", (open) => {
  const database = emptyBeforeEach(open);

  test("keeps what the first of them asked, and whoever says what they read hears of it", async () => {
    const { segments } = leadBook(database());
    const { _id: id, question: read } = await segments.add(ada, { name: "Some", question: named("one") });
    const key = { ...ada, id };
    await segments.change(key, { question: named("two"), was: read });
    const late = segments.change(key, { question: named("three"), was: read });
    await expect(late).rejects.toMatchObject({
      code: "conflict",
      reason: { code: "segment_changed_meanwhile" },
    });
    expect((await segments.one(key)).question).toEqual(named("two"));
    // Another name does not change whom it finds.
    await segments.change(key, { name: "Others" });
    await segments.change(key, { question: named("three"), was: named("two") });
    expect(await segments.one(key)).toMatchObject({ name: "Others", question: named("three") });
    // A program that does not say what it read goes on as before.
    await segments.change(key, { question: named("four") });
    expect((await segments.one(key)).question).toEqual(named("four"));
  });

  test("is changed by one of two who read the same and save at once", async () => {
    const { segments } = leadBook(database());
    const { _id: id, question: was } = await segments.add(ada, { name: "Some", question: named("one") });
    const both = await Promise.allSettled(
      ["two", "three"].map((value) => segments.change({ ...ada, id }, { question: named(value), was })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});
