import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { LeadAction } from "../../../contract/schemas/leadActions.ts";
import type { Database } from "../../../db/database.ts";
import { sayingConsent } from "../../../db/stores/leads/consents.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");
const bob = scopeNamed("bob");

const { userId, workspaceId } = ada;

function saidOf({ read, tables: { leads } }: Database, id: string) {
  return read
    .select({ by: leads.consentBy })
    .from(leads)
    .where(and(eq(leads.id, id), eq(leads.workspaceId, workspaceId)));
}

/** What the page behind a mail's unsubscribe link does. */
async function denyByOwnHand({ atomically, tables }: Database, id: string) {
  const said = { consent: "denied", how: "by_recipient", by: null, now: 5 } as const;
  await atomically((write) => ({
    said: sayingConsent(write, tables, { ...said, workspaceId, which: eq(tables.leads.id, id) }),
  }));
}

eachDatabase("the consent of a lead", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => leadBook(database());
  test("is not spoken of until somebody says something, in lists as little as alone", async () => {
    const { leads, all } = book();
    const eve = await leads.add(ada, leadNamed("Eve"));
    expect(Object.keys(eve)).not.toContain("consent");
    expect(await all(workspaceId)).toEqual([eve]);
    expect((await leads.page(ada, { page: 1 })).items).toEqual([eve]);
  });

  test("has when it was said and which way, alike in answers, pages and the whole list", async () => {
    const { leads, all, core } = book();
    const before = core.clock.now();
    const eve = await leads.add(ada, leadNamed("Eve", { consent: "granted" }));
    const quoted = await leads.add(
      ada,
      leadNamed('"fields":{"consent"', { email: "fay@example.com", consent: "denied" }),
    );
    expect(eve).toMatchObject({ consent: "granted", consentHow: "by_person" });
    expect(eve.consentAt).toBeGreaterThanOrEqual(before);
    expect(await saidOf(database(), eve._id)).toMatchObject([{ by: userId }]);
    expect(await all(workspaceId)).toEqual([eve, quoted]);
    expect((await leads.page(ada, { page: 1, sort: "createdAt" })).items).toEqual([eve, quoted]);
  });

  test("keeps its moment where the same is said again, or nothing", async () => {
    const { leads } = book();
    const eve = await leads.add(ada, leadNamed("Eve", { consent: "granted" }));
    const key = { ...ada, id: eve._id };
    const again = await leads.change(
      { ...key, userId: "bob" },
      leadNamed("Eve", { consent: "granted", phone: "1" }),
    );
    const silent = await leads.change(key, leadNamed("Eve"));
    expect([again.consentAt, silent.consentAt]).toEqual([eve.consentAt, eve.consentAt]);
    expect(await saidOf(database(), eve._id)).toMatchObject([{ by: userId }]);
    const denied = await leads.change({ ...key, userId: "bob" }, leadNamed("Eve", { consent: "denied" }));
    expect(denied.consent).toBe("denied");
    expect(await saidOf(database(), eve._id)).toMatchObject([{ by: "bob" }]);
  });
});

eachDatabase("a consent that somebody changes", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => leadBook(database());

  test("denied by the lead is only the lead's to change", async () => {
    const { leads, all } = book();
    const eve = await leads.add(ada, leadNamed("Eve"));
    const fay = await leads.add(ada, leadNamed("Fay"));
    await denyByOwnHand(database(), eve._id);
    const refusal = leads.change(
      { ...ada, id: eve._id },
      leadNamed("Eve", { consent: "granted", phone: "1" }),
    );
    await expect(refusal).rejects.toMatchObject({ reason: { code: "lead_denied_consent" } });
    // Without a word of it the lead can be changed as any other.
    expect((await leads.change({ ...ada, id: eve._id }, leadNamed("Eve"))).consent).toBe("denied");
    const everybody: LeadAction = { action: "setConsent", consent: "granted", which: { matching: {} } };
    expect(await leads.act(ada, everybody)).toMatchObject({ count: 1 });
    expect((await all(workspaceId)).map(({ _id, consent }) => [_id, consent])).toEqual([
      [eve._id, "denied"],
      [fay._id, "granted"],
    ]);
  });

  test("of a selection is set for those alone that are meant, in their workspace alone", async () => {
    const { leads, all } = book();
    const eve = await leads.add(ada, leadNamed("Eve"));
    await leads.add(ada, leadNamed("Fay"));
    await leads.add(bob, leadNamed("Eve"));
    const which = { ids: [eve._id] };
    expect(await leads.act(bob, { action: "setConsent", consent: "denied", which })).toMatchObject({
      count: 0,
    });
    expect(await leads.act(ada, { action: "setConsent", consent: "denied", which })).toMatchObject({
      count: 1,
    });
    expect((await all(workspaceId)).map(({ consent }) => consent)).toEqual(["denied", undefined]);
    expect((await all(bob.workspaceId)).map(({ consent }) => consent)).toEqual([undefined]);
  });
});

eachDatabase("a consent among many", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => leadBook(database());

  test("comes back with a lead whose deletion is undone", async () => {
    const { leads, all } = book();
    const eve = await leads.add(ada, leadNamed("Eve", { consent: "granted" }));
    const which = { ids: [eve._id] };
    const { deletionId } = await leads.act(ada, { action: "delete", which });
    await leads.undo(ada, { deletionId: deletionId ?? "" });
    expect(await all(workspaceId)).toEqual([eve]);
    expect(await saidOf(database(), eve._id)).toMatchObject([{ by: userId }]);
  });

  test("comes with the rows of a bulk call: a yes changes no no, and of two rows of an address the no counts", async () => {
    const { leads, imports, all } = book();
    const eve = await leads.add(ada, leadNamed("Eve", { consent: "denied" }));
    const rows = [
      { firstName: "Eve", email: "eve@example.com", consent: "granted" },
      { firstName: "Fay", email: "fay@example.com", consent: true },
      { firstName: "Gus", email: "gus@example.com", consent: "granted" },
      { firstName: "Gus", email: "gus@example.com", consent: "denied" },
      { firstName: "Hal", email: "hal@example.com", consent: "" },
      { firstName: "Ida", email: "ida@example.com", consent: "perhaps" },
    ];
    const answer = await imports.import(ada, rows);
    expect(answer.rejected).toMatchObject([{ row: 6, cause: { code: "consent_unclear" } }]);
    const listed = await all(workspaceId);
    expect(
      listed.map(({ firstName, consent, consentHow }) => [firstName, consent, consentHow]).sort(),
    ).toEqual([
      ["Eve", "denied", "by_person"],
      ["Fay", "granted", "by_call"],
      ["Gus", "denied", "by_call"],
      ["Hal", undefined, undefined],
    ]);
    expect(listed.find(({ _id }) => _id === eve._id)?.consentAt).toBe(eve.consentAt);
  });
});

eachDatabase("a no to being counted", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => leadBook(database());
  const consentOf = async (id: string, all: ReturnType<typeof leadBook>["all"], of = workspaceId) =>
    (await all(of)).find(({ _id }) => _id === id)?.consent;

  test("outlives its lead: whoever is added again is born with it, however they were deleted", async () => {
    const { leads, all } = book();
    for (const way of ["one", "many"] as const) {
      const eve = await leads.add(ada, leadNamed("Eve"));
      const fay = await leads.add(ada, leadNamed("Fay"));
      await denyByOwnHand(database(), eve._id);
      if (way === "one") for (const { _id } of [eve, fay]) await leads.remove({ ...ada, id: _id });
      else await leads.act(ada, { action: "delete", which: { ids: [eve._id, fay._id] } });
      expect(await all(workspaceId)).toEqual([]);
      const again = await leads.add(ada, leadNamed("Eve", { consent: "granted" }));
      const other = await leads.add(ada, leadNamed("Fay"));
      expect(await consentOf(again._id, all)).toBe("denied");
      expect(await consentOf(other._id, all)).toBeUndefined();
      // Only the lead may take such a no back, which is so after it came back, too.
      const grant = leads.change({ ...ada, id: again._id }, leadNamed("Eve", { consent: "granted" }));
      await expect(grant).rejects.toMatchObject({ reason: { code: "lead_denied_consent" } });
      for (const { _id } of [again, other]) await leads.remove({ ...ada, id: _id });
    }
  });

  test("that somebody of the workspace took back is not there again when the lead is", async () => {
    const { leads, all } = book();
    const { _id } = await leads.add(ada, leadNamed("Eve", { consent: "denied" }));
    const which = { ids: [_id] };
    const deleteAndUndo = async () => {
      const { deletionId } = await leads.act(ada, { action: "delete", which });
      await leads.undo(ada, { deletionId: deletionId ?? "" });
    };
    await deleteAndUndo();
    expect(await consentOf(_id, all)).toBe("denied");
    await leads.act(ada, { action: "setConsent", consent: "unknown", which });
    const before = await consentOf(_id, all);
    await deleteAndUndo();
    expect([before === "denied", await consentOf(_id, all)]).toEqual([false, before]);
  });

  test("is another workspace's as little as any other word", async () => {
    const { leads, all } = book();
    const eve = await leads.add(ada, leadNamed("Eve", { consent: "denied" }));
    await leads.remove({ ...ada, id: eve._id });
    const theirs = await leads.add(bob, leadNamed("Eve"));
    expect(await consentOf(theirs._id, all, bob.workspaceId)).toBeUndefined();
  });

  test("is forgotten once its lead agreed and was deleted then", async () => {
    const { leads, all } = book();
    const first = await leads.add(ada, leadNamed("Eve", { consent: "denied" }));
    await leads.remove({ ...ada, id: first._id });
    const second = await leads.add(ada, leadNamed("Eve"));
    await leads.change({ ...ada, id: second._id }, leadNamed("Eve", { consent: "granted" }));
    await leads.remove({ ...ada, id: second._id });
    const third = await leads.add(ada, leadNamed("Eve"));
    expect(await consentOf(third._id, all)).toBeUndefined();
  });
});
