import { expect, setDefaultTimeout, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { eachDatabase } from "../support/db/databases.ts";
import { deskBeforeEach, type ImportDesk } from "../support/leads/importDesk.ts";
import { callerNamed } from "../support/leads/leadBook.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(300_000);

// Few addresses, so that batches meet each other's leads; letters whose lower case is not everybody's.
const row = fc.record({
  firstName: fc.constantFrom("Ann", "Öz", "ΑΣ"),
  lastName: fc.constantFrom("", "Lee", "ÄRGER"),
  email: fc.constantFrom("a@in.test", "b@in.test", "c@xn--bcher-kva.test", "d@in.test", "out@in.test"),
  phone: fc.constantFrom("", "+43 1"),
  optout: fc.constantFrom(undefined, undefined, true),
});
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;
const batch = fc.uniqueArray(row, { minLength: 1, maxLength: 5, selector: ({ email }) => email });

eachDatabase("a batch of leads", (open) => {
  const desk = deskBeforeEach(open);

  test("leaves the same rows however it comes in: in one call, as a file, or one by one where all are new", async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 3 }), async (batches) => {
        runs += 1;
        const [called, filed, single] = ["called", "filed", "single"].map((way) =>
          callerNamed(`${way} ${runs}`),
        );
        if (!called || !filed || !single) throw new Error("there are three ways");
        for (const { uid } of [called, filed, single]) await desk().unsubscribe(uid, "out@in.test");
        for (const [index, rows] of batches.entries()) {
          await desk().imports.import(
            called.scope,
            rows.map((each) => ({ ...each, collection: ["x"] })),
          );
          await desk().import(filed.scope, csvOf(rows), { collection: "x" });
          const asCalled = await stateOf(desk(), called.uid);
          expect(await stateOf(desk(), filed.uid)).toEqual(asCalled);
          if (index > 0) continue;
          for (const { optout, ...each } of rows)
            await desk().leads.add(single.scope, { ...each, optout: optout ?? false, collection: ["x"] });
          expect(await stateOf(desk(), single.uid)).toEqual(asCalled);
        }
      }),
      { numRuns: 4 },
    );
  });
});

function csvOf(rows: readonly Row[]): string {
  const lines = rows.map(({ firstName, lastName, email, phone, optout }) =>
    [firstName, lastName, email, phone, optout ? "yes" : ""].join(","),
  );
  return `First name,Last name,Email,Phone,Opt out\n${lines.join("\n")}\n`;
}

/** All that is stored of one person's leads, but for ids and times. */
async function stateOf({ core: { database } }: ImportDesk, workspaceId: string) {
  const { leads, leadCounts, memberships, collections, suppressions } = database.tables;
  const rows = await database.read.select().from(leads).where(eq(leads.workspaceId, workspaceId));
  const counts = await database.read
    .select({ count: leadCounts.count })
    .from(leadCounts)
    .where(eq(leadCounts.workspaceId, workspaceId));
  const members = await database.read
    .select({ name: collections.name, count: collections.leadCount, email: leads.email })
    .from(memberships)
    .innerJoin(collections, eq(collections.id, memberships.collectionId))
    .innerJoin(leads, and(eq(leads.id, memberships.leadId), eq(leads.workspaceId, workspaceId)))
    .where(and(eq(collections.workspaceId, workspaceId), eq(memberships.workspaceId, workspaceId)));
  const out = await database.read
    .select({ emailHash: suppressions.emailHash, source: suppressions.source })
    .from(suppressions)
    .where(eq(suppressions.workspaceId, workspaceId));
  const sorted = (list: readonly unknown[]) => list.map((each) => JSON.stringify(each)).sort();
  return {
    leads: sorted(
      rows.map(({ id: _id, workspaceId: _of, createdAt: _at, updatedAt: _then, ...lead }) => lead),
    ),
    counts,
    members: sorted(members),
    suppressions: sorted(out),
  };
}
