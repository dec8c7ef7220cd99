import { expect, setDefaultTimeout, test } from "bun:test";
import { leadLimits } from "../../../contract/limits/leads.ts";
import { segmentLimits } from "../../../contract/limits/segments.ts";
import { activitySubjects, type Condition, type Question } from "../../../contract/segments/question.ts";
import { createSegmentStore } from "../../../db/stores/leads/segments.ts";
import { createQuestionReader } from "../../../server/leads/index.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { type LeadBook, leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

const ada = scopeNamed("ada");
const bob = scopeNamed("bob");

const all = (...of: Condition[]): Question => ({ match: "all", of });
const inTown = (field: string): Question =>
  all({ about: "field", kind: "text", field, op: "is", value: "VIENNA" });

const bobsCampaign = {
  id: "bobs",
  requestKey: "bobs",
  workspaceId: bob.workspaceId,
  credentialId: "account",
  fromAlias: "",
  ...({ provider: "sandbox", state: "finished", trackOpens: true, total: 1, createdAt: 1 } as const),
  fromEmail: "",
  subject: "",
};

/** Three leads in Vienna, one elsewhere and one nowhere; a stranger's in Vienna too. */
async function withTowns(book: LeadBook) {
  const town = await book.fields.add(ada, { label: "Town", kind: "text" });
  const theirs = await book.fields.add(bob, { label: "Town", kind: "text" });
  const towns = ["Vienna", "vienna", "Vienna", "Graz", null];
  for (const [index, value] of towns.entries())
    await book.leads.add(
      ada,
      leadNamed(`Lead${index}`, { collection: ["all of them"], fields: { town: value } }),
    );
  await book.leads.add(bob, leadNamed("Stranger", { fields: { town: "Vienna" } }));
  return { ...book, town: town._id, theirs: theirs._id };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => `${error.code} ${error.reason.code}`,
  );

eachDatabase("a segment", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => withTowns(leadBook(database()));

  test("is a filter of the list, of actions, of the export and of a send, and nobody else's", async () => {
    const { segments, leads, town, core } = await book();
    const segment = await segments.add(ada, { name: "Viennese", question: inTown(town) });
    const matching = { segmentId: segment._id };
    const page = await leads.page(ada, matching);
    expect(page.items.map(({ firstName }) => firstName)).toEqual(["Lead0", "Lead1", "Lead2"]);
    expect(page.total).toBe(3);
    // With a search and a question beside it those are meant whom all of them find.
    const other = all({ about: "firstName", op: "isNot", value: "lead1" });
    expect((await leads.page(ada, { ...matching, question: other, search: "lead" })).total).toBe(2);
    const rows = await Array.fromAsync(await leads.exported(ada, { matching }));
    expect(rows.flat().map(({ firstName }) => firstName)).toEqual(["Lead0", "Lead1", "Lead2"]);
    const optedOut = await leads.act(ada, { action: "optOut", which: { matching } });
    expect(optedOut.count).toBe(3);
    expect((await leads.page(ada, { filter: "optedOut" })).total).toBe(3);
    const reader = createQuestionReader(core);
    const asked = await reader.asked({ workspaceId: ada.workspaceId, ...matching });
    const ids = page.items.map(({ _id }) => _id);
    if (asked === null) throw new Error("nothing was asked");
    expect(await reader.idsBeyond(asked, { beyond: null, countMax: 2 })).toEqual(ids.slice(0, 2));
    expect(await reader.idsBeyond(asked, { beyond: ids[1] ?? "", countMax: 2 })).toEqual(ids.slice(2));
    expect(await codeOf(leads.page(bob, matching))).toBe("not_found segment_not_found");
    const deleted = await leads.act(ada, { action: "delete", which: { matching } });
    expect(deleted.count).toBe(3);
    expect((await leads.page(ada, {})).total).toBe(2);
  });

  test("finds those between two numbers or days, whichever is named first", async () => {
    const { fields, leads } = await book();
    const visits = await fields.add(ada, { label: "Visits", kind: "number" });
    const since = await fields.add(ada, { label: "Since", kind: "date" });
    await leads.add(ada, leadNamed("Often", { fields: { visits: 3, since: "2026-05-01" } }));
    const field = { about: "field", op: "between" } as const;
    for (const condition of [
      { ...field, kind: "number", field: visits._id, from: 5, to: -2 },
      { ...field, kind: "date", field: since._id, from: "2026-12-31", to: "2026-01-01" },
    ] as const) {
      const page = await leads.page(ada, { question: all(condition) });
      expect(page.items.map(({ firstName }) => firstName)).toEqual(["Often"]);
    }
    // An at sign alone is in no domain.
    expect(
      (await leads.page(ada, { question: all({ about: "domain", op: "contains", value: "@" }) })).total,
    ).toBe(0);
  });

  test("is counted as it is asked, with a few of those whom it finds", async () => {
    const { segments, town } = await book();
    const counted = await segments.count(ada, { question: inTown(town) });
    expect(counted.count).toBe(3);
    expect(counted.examples.map(({ firstName }) => firstName)).toEqual(["Lead2", "Lead1", "Lead0"]);
    const none = all({ about: "created", op: "notInLast", days: 1 });
    expect(await segments.count(ada, { question: none })).toEqual({ count: 0, examples: [] });
  });
});

eachDatabase("a segment that names what is not there", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => withTowns(leadBook(database()));

  test("or is a stranger's, be it a field, a collection or a campaign, is neither kept nor asked", async () => {
    const { segments, leads, collections, theirs, town, core } = await book();
    const foreign = await collections.add({ ...bob, name: "theirs" });
    await core.database.atomically((write) => ({
      campaign: write.insert(core.database.tables.campaigns).values(bobsCampaign),
    }));
    const mine = await segments.add(ada, { name: "Mine", question: inTown(town) });
    const wrong: [Question, string][] = [
      [inTown(theirs), "question_field_unknown"],
      [all({ about: "field", kind: "number", field: town, op: "eq", value: 1 }), "question_field_kind"],
      [all({ about: "collections", op: "notIn", collections: [foreign._id] }), "question_collection_unknown"],
      ...activitySubjects.map((about): [Question, string] => [
        all({ about, op: "never", campaign: "none" }),
        "question_campaign_unknown",
      ]),
      [all({ about: "opened", op: "never", campaign: bobsCampaign.id }), "question_campaign_unknown"],
      // Inside a group, and beside one that can be asked.
      [
        {
          match: "any",
          of: [
            { about: "optedOut", op: "no" },
            { match: "all", not: true, of: [...inTown(theirs).of] },
          ],
        },
        "question_field_unknown",
      ],
    ];
    for (const [question, code] of wrong) {
      expect(await codeOf(segments.add(ada, { name: "Wrong", question }))).toBe(`bad_request ${code}`);
      expect(await codeOf(segments.change({ ...ada, id: mine._id }, { question }))).toBe(
        `bad_request ${code}`,
      );
      expect(await codeOf(segments.count(ada, { question }))).toBe(`bad_request ${code}`);
      expect(await codeOf(leads.page(ada, { question }))).toBe(`bad_request ${code}`);
      const which = { matching: { question } };
      expect(await codeOf(leads.act(ada, { action: "delete", which }))).toBe(`bad_request ${code}`);
      // Before the first byte of the file, which could not be taken back.
      expect(await codeOf(leads.exported(ada, which))).toBe(`bad_request ${code}`);
    }
    expect((await leads.page(ada, {})).total).toBe(5);
    expect(await segments.list(ada)).toEqual([mine]);
  });
});

eachDatabase("a segment of things that go", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => withTowns(leadBook(database()));

  test("says so when they are gone, and finds nobody rather than everybody", async () => {
    const { segments, leads, fields, town } = await book();
    const question: Question = { match: "any", not: true, of: [...inTown(town).of] };
    const { _id: id } = await segments.add(ada, { name: "Not Viennese", question });
    expect((await leads.page(ada, { segmentId: id })).total).toBe(2);
    await fields.remove({ ...ada, id: town });
    expect(await segments.one({ ...ada, id })).toMatchObject({
      name: "Not Viennese",
      broken: { cause: { code: "question_field_unknown" }, reason: expect.stringContaining("custom field") },
    });
    expect(await codeOf(leads.page(ada, { segmentId: id }))).toBe("conflict segment_unusable");
    const which = { matching: { segmentId: id } };
    expect(await codeOf(leads.act(ada, { action: "delete", which }))).toBe("conflict segment_unusable");
    // It may be called something else as it is, and works again with its field.
    expect(await segments.change({ ...ada, id }, { name: "Elsewhere" })).toMatchObject({ name: "Elsewhere" });
    await fields.restore({ ...ada, id: town });
    expect(await segments.list(ada)).toMatchObject([{ name: "Elsewhere", question, broken: null }]);
    expect((await leads.page(ada, { segmentId: id })).total).toBe(2);
  });
});

eachDatabase("a segment's name", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => withTowns(leadBook(database()));

  test("is its own in its workspace, whatever the case, and there are only so many", async () => {
    const { segments, town, core } = await book();
    const question = inTown(town);
    const { _id: id } = await segments.add(ada, { name: "Viennese", question });
    const other = await segments.add(ada, { name: "Others", question });
    expect(await codeOf(segments.add(ada, { name: "VIENNESE", question }))).toBe("conflict segment_taken");
    expect(await codeOf(segments.change({ ...ada, id: other._id }, { name: "viennese" }))).toBe(
      "conflict segment_taken",
    );
    expect((await segments.list(ada)).map(({ name }) => name)).toEqual(["Others", "Viennese"]);
    expect(await segments.list(bob)).toEqual([]);
    expect(await codeOf(segments.one({ ...bob, id }))).toBe("not_found segment_not_found");
    expect(await codeOf(segments.change({ ...bob, id }, { name: "Mine" }))).toBe(
      "not_found segment_not_found",
    );
    expect(await codeOf(segments.remove({ ...bob, id }))).toBe("not_found segment_not_found");
    const rows = Array.from({ length: segmentLimits.segmentsMax - 2 }, (_, more) => ({
      id: `more ${more}`,
      workspaceId: ada.workspaceId,
      name: `Segment ${more}`,
      question,
      createdAt: 1,
      updatedAt: 1,
    }));
    const { tables, atomically } = core.database;
    await atomically((write) => ({ more: write.insert(tables.segments).values(rows) }));
    expect(await codeOf(segments.add(ada, { name: "One too many", question }))).toBe(
      "conflict segments_too_many",
    );
    expect((await segments.list(ada)).length).toBe(segmentLimits.segmentsMax);
  });

  test("is free once it was deleted, and brought back only where it still is", async () => {
    const { segments, town } = await book();
    const question = inTown(town);
    const segment = await segments.add(ada, { name: "Viennese", question });
    const key = { ...ada, id: segment._id };
    await segments.remove(key);
    expect(await codeOf(segments.one(key))).toBe("not_found segment_not_found");
    expect(await segments.list(ada)).toEqual([]);
    expect(await codeOf(segments.restore({ ...bob, id: segment._id }))).toBe("not_found undo_too_late");
    expect(await segments.restore(key)).toEqual(segment);
    await segments.remove(key);
    const { _id: id } = await segments.add(ada, { name: "viennese", question });
    expect(await codeOf(segments.restore(key))).toBe("conflict segment_taken");
    await segments.change({ ...ada, id }, { name: "vien\u00adnese" });
    expect(await codeOf(segments.restore(key))).toBe("conflict segment_taken");
  });

  test("is another's where it looks like it, unless both were called so before", async () => {
    const { segments, town, core } = await book();
    const question = inTown(town);
    await segments.add(ada, { name: "Ärzte in Wien", question });
    const { _id: id } = await segments.add(ada, { name: "Others", question });
    for (const name of ["ärzte  in Wien", "ÄRZTE in\u00a0Wien", "A\u0308rzte in Wi\u00aden"]) {
      expect(await codeOf(segments.add(ada, { name, question }))).toBe("conflict segment_taken");
      expect(await codeOf(segments.change({ ...ada, id }, { name }))).toBe("conflict segment_taken");
    }
    await createSegmentStore(core.database).change({ ...ada, id }, { name: "Ärzte  in Wien" });
    expect(await segments.change({ ...ada, id }, { name: "Ärzte  in Wien", question })).toMatchObject({
      name: "Ärzte  in Wien",
    });
  });
});

eachDatabase("segments", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => withTowns(leadBook(database()));

  test("stand where people look for them by name", async () => {
    const { segments, town } = await withTowns(leadBook(database()));
    const question = inTown(town);
    for (const name of ["Zoo", "batch 10", "Ärzte", "anyone", "Batch 2"])
      await segments.add(ada, { name, question });
    expect((await segments.list(ada)).map(({ name }) => name)).toEqual([
      "anyone",
      "Ärzte",
      "Batch 2",
      "batch 10",
      "Zoo",
    ]);
  });

  test("are changed, deleted and brought back by themselves, within minutes and as far as more fit", async () => {
    const { segments, town, core } = await book();
    const store = createSegmentStore(core.database);
    const question = inTown(town);
    const add = (name: string) => segments.add(ada, { name, question });
    const [first, second, third] = [await add("First"), await add("Second"), await add("Third")];
    const keyOf = ({ _id: id }: { _id: string }) => ({ ...ada, id });
    const changed = await segments.change(keyOf(first), { question: { ...question, match: "any" } });
    expect(changed).toMatchObject({ name: "First", question: { match: "any" } });
    expect(await segments.list(ada)).toEqual([changed, second, third]);
    const at = core.clock.now() - leadLimits.undoMs;
    await store.remove({ ...keyOf(second), deletedAt: at, goneUntil: 0 });
    expect(await segments.list(ada)).toEqual([changed, third]);
    expect(await codeOf(segments.restore(keyOf(second)))).toBe("not_found undo_too_late");
    await segments.remove(keyOf(third));
    // With it went for good what nobody can bring back any more, and nothing else.
    expect(await store.restore({ ...keyOf(second), after: 0 }, () => {})).toBeNull();
    expect(await segments.list(ada)).toEqual([changed]);
    const full = store.restore({ ...keyOf(third), after: 0 }, (all) => {
      throw new Error(`${all.length} there`);
    });
    await expect(full).rejects.toThrow("2 there");
    expect(await segments.list(ada)).toEqual([changed]);
    expect(await segments.restore(keyOf(third))).toEqual(third);
  });
});
