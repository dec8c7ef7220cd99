import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { Refusal } from "../../../contract/errors.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import type { Database } from "../../../db/database.ts";
import { createMailCountStore, uncounting } from "../../../db/stores/campaigns/mailCounts.ts";
import { createDeletedLeadStore } from "../../../db/stores/leads/deletedLeads.ts";
import { createRecipientStore } from "../../../db/stores/tracking/recipients.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { counted, filled, idsOf } from "../../support/leads/filledBook.ts";
import { type LeadBook, leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");
const bob = scopeNamed("bob");
const everybody = { matching: {} };

const names = async (book: LeadBook) =>
  (await book.all(ada.workspaceId)).map(({ firstName }) => firstName).sort();

eachDatabase("many leads at once", (open) => {
  const database = emptyBeforeEach(open);

  test("join a collection and leave it, by ids or by what they have in common", async () => {
    const book = leadBook(database());
    const { Ann, Stranger } = await filled(book);
    const add = (which: Parameters<typeof book.leads.act>[1]["which"]) =>
      book.leads.act(ada, { action: "addTo", collection: "autumn", which });
    expect(await add({ ids: idsOf([Ann, Stranger, Ann]) })).toEqual({ count: 1, deletionId: null });
    expect(await add(everybody)).toEqual({ count: 0, deletionId: null });
    expect(await counted(book)).toEqual({ autumn: 3, spring: 2 });
    await book.leads.act(ada, {
      action: "removeFrom",
      collection: "autumn",
      which: { matching: { search: "ben" } },
    });
    expect(await counted(book)).toEqual({ autumn: 2, spring: 2 });
    expect((await book.all(bob.workspaceId))[0]?.collection).toEqual(["spring"]);
  });

  test("are all that match but those left out by name, and nobody else's", async () => {
    const book = leadBook(database());
    const { Ben, Stranger } = await filled(book);
    const which = { matching: { collection: "spring", except: idsOf([Ben, Stranger]) } };
    expect(await book.leads.act(ada, { action: "delete", which })).toMatchObject({ count: 1 });
    expect(await names(book)).toEqual(["Ben", "Cid"]);
    expect(await book.all(bob.workspaceId)).toHaveLength(1);
  });

  test("cannot join a collection that is not there, or is somebody else's", async () => {
    const book = leadBook(database());
    await filled(book);
    await book.collections.add({ ...bob, name: "bobs" });
    for (const collection of ["gone", "bobs"])
      await expect(book.leads.act(ada, { action: "addTo", collection, which: everybody })).rejects.toThrow(
        Refusal,
      );
  });

  test("are opted out for good: their suppressions outlive them", async () => {
    const book = leadBook(database());
    await filled(book);
    expect(await book.leads.act(ada, { action: "optOut", which: everybody })).toMatchObject({ count: 3 });
    expect((await book.all(ada.workspaceId)).every(({ optout }) => optout)).toBe(true);
    expect((await book.all(bob.workspaceId))[0]?.optout).toBe(false);
    await book.leads.act(ada, { action: "delete", which: everybody });
    await book.imports.import(ada, [leadNamed("Ann")]);
    expect((await book.all(ada.workspaceId))[0]?.optout).toBe(true);
  });
});

eachDatabase("what is done to many leads in several calls", (open) => {
  const database = emptyBeforeEach(open);

  test("is one deletion of all who were there at its beginning, and one undoing", async () => {
    const book = leadBook(database());
    const { Ben } = await filled(book);
    await book.imports.import(ada, [leadNamed("Dee"), leadNamed("Eve")]);
    const which = { matching: { except: idsOf([Ben]) } };
    const remove = (rest: { beyond?: string; deletionId?: string } = {}) =>
      book.leads.act(ada, { action: "delete", which, countMax: 2, ...rest });
    const first = await remove();
    await book.leads.add(ada, leadNamed("Late"));
    const again = { deletionId: first.deletionId ?? "" };
    const second = await remove({ ...again, beyond: first.next ?? "" });
    const third = await remove({ ...again, beyond: second.next ?? "" });
    expect(third.next).toBeUndefined();
    expect(new Set([first, second, third].map(({ deletionId }) => deletionId ?? again.deletionId)).size).toBe(
      1,
    );
    // One of those that were looked at was left out by name.
    expect(first.count + second.count + third.count).toBe(4);
    expect(await names(book)).toEqual(["Ben", "Late"]);
    const undo = () => book.leads.undo(ada, { ...again, countMax: 2 });
    expect(await undo()).toEqual({ restored: 2, replaced: 0, more: true });
    expect(await undo()).toEqual({ restored: 2, replaced: 0 });
    expect(await names(book)).toEqual(["Ann", "Ben", "Cid", "Dee", "Eve", "Late"]);
  });

  test("reaches everybody once, also where it changes who is found", async () => {
    const book = leadBook(database());
    await filled(book);
    for (const matching of [{ collection: "spring" }, { search: "example" }, {}]) {
      let [count, beyond] = [0, ""];
      do {
        const { count: done, next } = await book.leads.act(ada, {
          action: "removeFrom" as const,
          collection: "spring",
          which: { matching },
          countMax: 1,
          ...(beyond === "" ? {} : { beyond }),
        });
        count += done;
        beyond = next ?? "";
      } while (beyond !== "");
      expect(count).toBe(2);
      await book.leads.act(ada, {
        action: "addTo",
        collection: "spring",
        which: { matching: { search: "ann" } },
      });
      await book.leads.act(ada, {
        action: "addTo",
        collection: "spring",
        which: { matching: { search: "ben" } },
      });
    }
  });
});

eachDatabase("deleted leads", (open) => {
  const database = emptyBeforeEach(open);

  test("come back as they were", async () => {
    const book = leadBook(database());
    await filled(book);
    const before = await book.all(ada.workspaceId);
    const { count, deletionId } = await book.leads.act(ada, { action: "delete", which: everybody });
    expect(count).toBe(3);
    expect(await book.all(ada.workspaceId)).toEqual([]);
    expect((await book.leads.page(ada, { page: 1 })).total).toBe(0);
    expect(await counted(book)).toEqual({ autumn: 0, spring: 0 });
    expect(await book.leads.undo(ada, { deletionId: deletionId ?? "" })).toEqual({
      restored: 3,
      replaced: 0,
    });
    expect(await book.all(ada.workspaceId)).toEqual(before);
    expect((await book.leads.page(ada, { page: 1 })).total).toBe(3);
    expect((await book.all(bob.workspaceId)).length).toBe(1);
    // The same is said of one that broke off before it had deleted anything: of that nothing is known here.
    for (const id of [deletionId ?? "", "0190aaaa-0000-7000-8000-000000000000"])
      await expect(book.leads.undo(ada, { deletionId: id })).rejects.toThrow(
        "There is nothing to bring back: nothing was deleted, it was undone already, or it was too long ago.",
      );
  });

  test("come back opted out if they unsubscribed meanwhile, and not where they were added again", async () => {
    const book = leadBook(database());
    const { Ann, Ben } = await filled(book);
    const which = { ids: idsOf([Ann, Ben]) };
    const { deletionId } = await book.leads.act(ada, { action: "delete", which });
    await book.unsubscribe(ada.workspaceId, "ann@example.com");
    await book.leads.add(ada, leadNamed("Benedict", { email: "ben@example.com" }));
    const spring = (await book.collections.list(ada)).find(({ name }) => name === "spring");
    await book.collections.remove({ ...ada, id: spring?._id ?? "" });
    await expect(book.leads.undo(bob, { deletionId: deletionId ?? "" })).rejects.toThrow(Refusal);
    expect(await book.leads.undo(ada, { deletionId: deletionId ?? "" })).toEqual({
      restored: 1,
      replaced: 1,
    });
    expect(await names(book)).toEqual(["Ann", "Benedict", "Cid"]);
    const back = (await book.all(ada.workspaceId)).find(({ firstName }) => firstName === "Ann");
    expect(back).toMatchObject({ optout: true, collection: [] });
    expect((await book.leads.page(ada, { page: 1 })).total).toBe(3);
  });

  test("are counted once where two ask for them at the same time, and nobody is told that they were replaced", async () => {
    const book = leadBook(database());
    await filled(book);
    const { deletionId } = await book.leads.act(ada, { action: "delete", which: everybody });
    const undo = () => book.leads.undo(ada, { deletionId: deletionId ?? "" });
    const answers = await Promise.allSettled([undo(), undo(), undo()]);
    const done = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    expect(done).toEqual([{ restored: 3, replaced: 0 }]);
    expect((await book.leads.page(ada, { page: 1 })).total).toBe(3);
  });
});

eachDatabase("leads that are deleted while a campaign goes out", (open) => {
  const database = emptyBeforeEach(open);

  test("come back with the mails that went as they left, less what came back, and with what was opened until then", async () => {
    const book = leadBook(database());
    const { Ann, Ben } = await filled(book);
    const { atomically, tables } = database();
    const counts = createMailCountStore(database());
    const recipients = createRecipientStore(database());
    const sent = async (id: string, lead: Lead | undefined) => {
      const mail = {
        id,
        campaignId: `campaign of ${id}`,
        leadId: lead?._id ?? "",
        workspaceId: ada.workspaceId,
      };
      await atomically((write) => ({
        mail: write
          .insert(tables.deliveries)
          .values({ ...mail, email: "a@in.test", state: "sent" as const, attempts: 1, dueAt: 1, sentAt: 1 }),
        noted: write.insert(tables.uncountedMails).values({ ...mail, deliveryId: id }),
      }));
    };
    const cameBack = (id: string, lead: Lead | undefined) =>
      atomically((write) =>
        uncounting(write, tables, { id, leadId: lead?._id ?? "", workspaceId: ada.workspaceId }),
      );
    const opened = (deliveryId: string) =>
      recipients.countFirstOpen({ workspaceId: ada.workspaceId, deliveryId, now: 5 });
    await sent("m1", Ann);
    await counts.countNoted(10);
    await opened("m1");
    await sent("m2", Ann);
    await sent("m3", Ben);
    const { deletionId } = await book.leads.act(ada, { action: "delete", which: everybody });
    await counts.countNoted(10);
    await opened("m2");
    await sent("m4", Ann);
    await sent("m5", Ben);
    await counts.countNoted(10);
    await cameBack("m5", Ben);
    await book.leads.undo(ada, { deletionId: deletionId ?? "" });
    await counts.countNoted(10);
    const back = (await book.all(ada.workspaceId)).map(({ firstName, emailCount, openedCount }) => [
      firstName,
      emailCount,
      openedCount,
    ]);
    expect(back.toSorted()).toEqual([
      ["Ann", 3, 2],
      ["Ben", 1, 0],
      ["Cid", 0, 0],
    ]);
  });
});

eachDatabase("leads of a deletion", (open) => {
  const database = emptyBeforeEach(open);

  test("are forgotten once nobody can bring them back", async () => {
    const book = leadBook(database());
    await filled(book);
    const { deletionId } = await book.leads.act(ada, { action: "delete", which: everybody });
    await book.imports.import(ada, [leadNamed("Here")]);
    const [here = ""] = (await book.leads.page(ada, { page: 1 })).items.map(({ _id }) => _id);
    const { atomically, read, tables } = database();
    const { workspaceId } = ada;
    const { deletedLeads, leadMails } = tables;
    const gone = await read.select({ leadId: deletedLeads.id }).from(deletedLeads);
    await atomically((write) => ({
      mailed: write
        .insert(leadMails)
        .values([...gone, { leadId: here }].map((one) => ({ ...one, workspaceId, lastSentAt: 1 }))),
    }));
    const lastMailed = async () => (await read.select().from(leadMails)).map(({ leadId }) => leadId);
    const deleted = createDeletedLeadStore(database());
    const asked = { workspaceId: ada.workspaceId, deletionId: deletionId ?? "", countMax: 10 };
    expect((await deleted.idsOf({ ...asked, after: 0 })).length).toBe(3);
    const now = book.core.clock.now();
    expect(await deleted.idsOf({ ...asked, after: now })).toEqual([]);
    expect(await deleted.forget({ before: now - leadLimits.undoMs, countMax: 2 })).toBe(false);
    expect((await lastMailed()).length).toBe(4);
    while (await deleted.forget({ before: now, countMax: 2 }));
    expect(await deleted.idsOf({ ...asked, after: 0 })).toEqual([]);
    expect(await lastMailed()).toEqual([here]);
  });
});

eachDatabase("deleted leads whose address was added again", (open) => {
  const database = emptyBeforeEach(open);

  test("come back once the newer lead is gone, as often as that is asked", async () => {
    const book = leadBook(database());
    await filled(book);
    const before = await book.all(ada.workspaceId);
    const { deletionId: id } = await book.leads.act(ada, { action: "delete", which: everybody });
    await book.imports.import(ada, [
      leadNamed("Annabel", { email: "ann@example.com" }),
      leadNamed("Benedict", { email: "ben@example.com" }),
    ]);
    const undo = (countMax?: number) => book.leads.undo(ada, { deletionId: id ?? "", countMax });
    expect(await undo(1)).toEqual({ restored: 1, replaced: 2 });
    expect(await undo(1)).toEqual({ restored: 0, replaced: 2 });
    expect(await names(book)).toEqual(["Annabel", "Benedict", "Cid"]);
    await book.leads.act(ada, { action: "delete", which: { matching: { search: "annabel" } } });
    expect(await undo()).toEqual({ restored: 1, replaced: 1 });
    await book.leads.act(ada, { action: "delete", which: { matching: { search: "benedict" } } });
    expect(await undo()).toEqual({ restored: 1, replaced: 0 });
    expect(await book.all(ada.workspaceId)).toEqual(before);
    expect((await book.leads.page(ada, { page: 1 })).total).toBe(3);
    await expect(undo()).rejects.toThrow("There is nothing to bring back");
  });
});

eachDatabase("deleting many leads", (open) => {
  const database = emptyBeforeEach(open);

  test("and bringing them back takes a few in each commit, since others wait for it", async () => {
    const { atomically, read, tables } = database();
    const counts: number[] = [];
    const watched: Database["atomically"] = async (...commit) => {
      const done = await atomically(...commit);
      counts.push(
        (await read.select().from(tables.leads).where(eq(tables.leads.workspaceId, ada.workspaceId))).length,
      );
      return done;
    };
    const book = leadBook({ ...database(), atomically: watched });
    const many = Array.from({ length: 2 * leadLimits.removeBatch + 1 }, (_, at) => leadNamed(`Lead${at}`));
    await book.imports.import(ada, many);
    const steps = () => counts.splice(0).map((count, at, all) => Math.abs(count - (all[at - 1] ?? count)));
    counts.splice(0, counts.length, many.length);
    const { deletionId } = await book.leads.act(ada, { action: "delete", which: everybody });
    expect(steps()).toEqual([0, leadLimits.removeBatch, leadLimits.removeBatch, 1]);
    counts.push(0);
    await book.leads.undo(ada, { deletionId: deletionId ?? "" });
    expect(steps()).toEqual([0, leadLimits.removeBatch, leadLimits.removeBatch, 1]);
    expect(await names(book)).toHaveLength(many.length);
  });
});
