import { expect, test } from "bun:test";
import fc from "fast-check";
import { Refusal } from "../../contract/errors.ts";
import { createRecipientStore } from "../../db/stores/tracking/recipients.ts";
import { eachDatabase, emptyBeforeEach } from "../support/db/databases.ts";
import { type LeadBook, leadBook, scopeNamed } from "../support/leads/leadBook.ts";
import { LeadModel } from "../support/leads/leadModel.ts";

// Few names, so that steps meet each other's leads.
const addresses = ["a", "b", "c", "d", "e"].map((name) => `${name}@example.com`);
const row = fc.record({
  firstName: fc.constantFrom("Ann", "Ben"),
  lastName: fc.constantFrom("", "Lee", "Öz"),
  email: fc.constantFrom(...addresses),
  phone: fc.constantFrom("", "+43 1"),
  collection: fc.uniqueArray(fc.constantFrom("x", "y", "z"), { maxLength: 2 }),
  optout: fc.constantFrom(undefined, undefined, true, false),
});
const which = fc.nat({ max: 20 });
const step = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), row }),
  fc.record({ kind: fc.constant("import" as const), rows: fc.array(row, { minLength: 1, maxLength: 8 }) }),
  fc.record({ kind: fc.constant("change" as const), which, row }),
  fc.record({ kind: fc.constant("remove" as const), which }),
  fc.record({ kind: fc.constant("unsubscribe" as const), email: fc.constantFrom(...addresses) }),
  fc.record({ kind: fc.constant("removeCollection" as const), which }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

eachDatabase("leads", (open) => {
  const database = emptyBeforeEach(open);

  test("agree with a plain map after any sequence of steps", async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const book = leadBook(database());
        const uid = `owner ${++runs}`;
        const model = new LeadModel();
        for (const each of steps) {
          await take({ book, uid, model, step: each });
          expect(await stateOf(book, uid)).toEqual(stateOfModel(model));
        }
      }),
      { numRuns: 30 },
    );
  }, 60_000);
});

type Taking = { book: LeadBook; uid: string; model: LeadModel; step: Step };

/** Takes one step on both sides, which must answer alike. */
async function take({ book, uid, model, step: taken }: Taking): Promise<void> {
  const scope = scopeNamed(uid);
  switch (taken.kind) {
    case "add":
      expect(await outcomeOf(book.leads.add(scope, taken.row), "added")).toBe(model.add(taken.row));
      return;
    case "import":
      expect(await book.imports.import(scope, taken.rows)).toMatchObject(model.import(taken.rows));
      return;
    case "change": {
      const lead = at(await book.all(uid), taken.which);
      const before = model.leads.get(lead?.email ?? "");
      if (lead === undefined || before === undefined) return;
      const change = book.leads.change({ ...scope, id: lead._id }, taken.row);
      expect(await outcomeOf(change, "changed")).toBe(model.change(before, taken.row));
      return;
    }
    case "remove": {
      const lead = at(await book.all(uid), taken.which);
      if (lead === undefined) return;
      await book.leads.remove({ ...scope, id: lead._id });
      model.remove(lead.email);
      return;
    }
    case "unsubscribe": {
      const { email } = taken;
      const emailHash = book.core.secrets.hashAddress(email);
      await createRecipientStore(book.core.database).unsubscribe({
        workspaceId: uid,
        email,
        emailHash,
        now: 1,
        id: book.core.newId(),
        leadId: "lead",
        campaignId: "campaign",
        deliveryId: "delivery",
      });
      model.unsubscribe(email);
      return;
    }
    case "removeCollection": {
      const collection = at(await book.collections.list(scopeNamed(uid)), taken.which);
      if (collection === undefined) return;
      await book.collections.remove({ ...scope, id: collection._id });
      model.removeCollection(collection.name);
    }
  }
}

async function outcomeOf(work: Promise<unknown>, done: string): Promise<string> {
  try {
    await work;
    return done;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

function at<T>(items: readonly T[], which: number): T | undefined {
  return items[which % Math.max(1, items.length)];
}

async function stateOf(book: LeadBook, uid: string) {
  const leads = (await book.all(uid)).map(
    ({ _id, emailCount, openedCount, createdAt, fields, ...rest }) => rest,
  );
  const suppressed: string[] = [];
  for (const email of addresses) if (await book.isSuppressed(uid, email)) suppressed.push(email);
  return {
    leads: leads.toSorted(byEmail),
    collections: (await book.collections.list(scopeNamed(uid))).map(({ name, count }) => ({ name, count })),
    suppressed,
  };
}

function stateOfModel(model: LeadModel) {
  const leads = [...model.leads.values()].map((lead) => ({
    ...lead,
    collection: [...lead.collection].sort(),
  }));
  return {
    leads: leads.toSorted(byEmail),
    collections: [...model.collections].sort().map((name) => ({ name, count: model.countIn(name) })),
    suppressed: addresses.filter((email) => model.suppressed.has(email)),
  };
}

function byEmail(left: { email: string }, right: { email: string }): number {
  return left.email < right.email ? -1 : 1;
}
