import { expect, setDefaultTimeout, test } from "bun:test";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { importLimits } from "../../../contract/limits/imports.ts";
import { createImportStore } from "../../../db/stores/imports/imports.ts";
import { eachDatabase } from "../../support/db/databases.ts";
import { deskBeforeEach, rejected } from "../../support/leads/importDesk.ts";
import { leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";
import { keptFiles } from "../../support/server/keptFiles.ts";
import { until } from "../../support/until.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

const ada = scopeNamed("ada");
const eve = scopeNamed("eve");

eachDatabase("an imported file", (open) => {
  const desk = deskBeforeEach(open);

  test("becomes leads in a collection; other rows are reported by their number", async () => {
    const { all, collections } = desk();
    const job = await desk().import(
      ada,
      "First Name,Last Name,Email,Phone\nZoe,Zed,zoe@x.test,1\n,,\nBad,Row,nowhere,\nAda,,ADA@X.TEST,2\n,None,none@x.test,\n",
      { collection: "spring" },
    );
    expect(job).toMatchObject({ state: "done", progress: null, rowCount: 4, fault: null });
    expect(job.report).toEqual({
      added: 2,
      updated: 0,
      skipped: 0,
      optedOut: 0,
      rejected: 2,
      rejectedOptouts: 0,
      overPlan: 0,
      rejects: [
        rejected(4, "Bad · Row · nowhere", "This is not an email address", "email_invalid"),
        rejected(6, "None · none@x.test", "First name or email is missing", "name_or_email_missing"),
      ],
    });
    const collection = ["spring"];
    expect(await all(ada.workspaceId)).toMatchObject([
      { firstName: "Zoe", lastName: "Zed", email: "zoe@x.test", phone: "1", collection },
      { firstName: "Ada", lastName: "", email: "ada@x.test", phone: "2", collection, optout: false },
    ]);
    expect(await collections.list(ada)).toMatchObject([{ name: "spring", count: 2 }]);
    expect(await desk().leads.page(ada, { search: "zed" })).toMatchObject({ total: 1 });
  });

  test("has people whose names a cell breaks into two lines, as its rows and with their whole names", async () => {
    const content = 'Name,Last name,Email\n"Ann\nMarie","Lee\tWong",ann@in.test\n"\u0001Bo",Lee,bo@in.test\n';
    const job = await desk().import(ada, content);
    expect(job).toMatchObject({ state: "done", report: { added: 2, rejected: 0 } });
    const names = (await desk().all(ada.workspaceId)).map(({ firstName, lastName }) => [firstName, lastName]);
    expect(names.toSorted()).toEqual([
      ["Ann Marie", "Lee Wong"],
      ["Bo", "Lee"],
    ]);
  });

  test("of an address that comes again has the first row, and what it lacks from the later ones", async () => {
    const job = await desk().import(
      ada,
      "Name,Last name,Email,Phone,Opt out\nAda,,a@x.test,,\nBob,B,b@x.test,,\nEve,One,A@x.test,,yes\nFay,Two,a@x.test,3,\n",
    );
    expect(job.report).toMatchObject({ added: 2, skipped: 2, optedOut: 1 });
    expect(await desk().all(ada.workspaceId)).toMatchObject([
      { firstName: "Ada", lastName: "One", phone: "3", optout: true },
      { firstName: "Bob", lastName: "B", optout: false },
    ]);
    expect(await desk().leads.page(ada, { search: "ada one" })).toMatchObject({ total: 1 });
  });

  test("updates known leads or leaves them alone, as was said; a blank cell takes nothing away", async () => {
    const { leads, all } = desk();
    const before = await leads.add(ada, leadNamed("Bob", { phone: "1", collection: ["old"] }));
    const file = "Name,Last name,Email,Phone\nRobert,,bob@example.com,\nNew,,new@example.com,\n";
    const skipped = await desk().import(ada, file, { existing: "skip", collection: "later" });
    expect(skipped.report).toMatchObject({ added: 1, updated: 0, skipped: 1 });
    expect((await all(ada.workspaceId))[0]).toEqual(before);
    const updated = await desk().import(ada, file, { collection: "later" });
    expect(updated.report).toMatchObject({ added: 0, updated: 2, skipped: 0 });
    const changed = { ...before, firstName: "Robert", collection: ["later", "old"] };
    expect((await all(ada.workspaceId))[0]).toEqual(changed);
    expect(await leads.page(ada, { search: "robert example" })).toMatchObject({ total: 1 });
  });
});

eachDatabase("an imported file", (open) => {
  const desk = deskBeforeEach(open);

  test("has its leads in its order where the oldest come first, and from its end where the newest do", async () => {
    const rows = ["Zoe,zoe@order.test", "Ann,ann@order.test", "Mo,mo@order.test", "Ann,ann@again.test"];
    await desk().import(ada, `Name,Email\n${rows.join("\n")}\n`, { collection: "order" });
    const inFile = ["zoe@order.test", "ann@order.test", "mo@order.test", "ann@again.test"];
    const shown = async (order: "asc" | "desc") => {
      const { items } = await desk().leads.page(ada, { collection: "order", sort: "createdAt", order });
      return items.map(({ email }) => email);
    };
    expect(await shown("asc")).toEqual(inFile);
    expect(await shown("desc")).toEqual(inFile.toReversed());
  });
});

eachDatabase("an imported file and opt-outs: it", (open) => {
  const desk = deskBeforeEach(open);

  test("opts out whoever it says unsubscribed, even where known leads are to stay as they are", async () => {
    const { leads, all } = desk();
    const bob = await leads.add(ada, leadNamed("Bob"));
    const cem = await leads.add(ada, leadNamed("Cem"));
    const file = "Name,Email,Unsubscribed\nNo,bob@example.com,yes\nNo,cem@example.com,\n";
    const job = await desk().import(ada, file, { existing: "skip" });
    expect(job.report).toMatchObject({ added: 0, updated: 0, skipped: 2, optedOut: 1 });
    expect(await all(ada.workspaceId)).toEqual([{ ...bob, optout: true }, cem]);
    expect((await desk().import(ada, file, { existing: "skip" })).report).toMatchObject({ optedOut: 0 });
  });

  test("opts in nobody: not who unsubscribed, not who was opted out, not after a deletion", async () => {
    const { leads, all, unsubscribe } = desk();
    await leads.add(ada, leadNamed("Out", { optout: true }));
    const gone = await leads.add(ada, leadNamed("Gone", { optout: true }));
    await leads.remove({ ...ada, id: gone._id });
    await unsubscribe(ada.workspaceId, "link@example.com");
    const file =
      "Name,Email,Unsubscribed\nA,out@example.com,no\nB,gone@example.com,\nC,link@example.com,0\nD,new@example.com,\n";
    const job = await desk().import(ada, file);
    expect(job.report).toMatchObject({ added: 3, updated: 1, optedOut: 2 });
    const out = (await all(ada.workspaceId)).filter(({ optout }) => optout).map(({ email }) => email);
    expect(out.sort()).toEqual(["gone@example.com", "link@example.com", "out@example.com"]);
    // Undoing it opts in nobody either.
    await desk().undo(ada, job);
    for (const email of ["out@example.com", "gone@example.com", "link@example.com"])
      expect(await desk().isSuppressed(ada.workspaceId, email)).toBe(true);
  });

  test("opts out whoever it says unsubscribed, known or new, and remembers it", async () => {
    await desk().leads.add(ada, leadNamed("Bob"));
    const file =
      "Name,Email,Left\nBob,bob@example.com,2026-01-31\nEve,eve@example.com,X\nIn,in@example.com,no\n";
    const { _id: id, guess } = await desk().upload(ada, file);
    const columns = { ...guess, unsubscribed: ["Left"] };
    const started = await desk().files.start(ada, {
      id,
      choice: { columns, collection: "all", existing: "update" },
    });
    expect((await desk().over(ada, started)).report).toMatchObject({ added: 2, updated: 1, optedOut: 2 });
    for (const [email, isOut] of [
      ["bob@example.com", true],
      ["eve@example.com", true],
      ["in@example.com", false],
    ] as const)
      expect({ email, isOut: await desk().isSuppressed(ada.workspaceId, email) }).toEqual({ email, isOut });
  });
});

eachDatabase("an undone import", (open) => {
  const desk = deskBeforeEach(open);

  test("leaves everything as it was: leads, values, collections, the count", async () => {
    const { leads, all, collections } = desk();
    const bob = await leads.add(ada, leadNamed("Bob", { phone: "1", collection: ["old"] }));
    const stays = await leads.add(ada, leadNamed("Stays", { collection: ["spring"] }));
    const before = [await all(ada.workspaceId), await collections.list(ada)];
    const file =
      "Name,Last name,Email,Phone\nRobert,Brown,bob@example.com,2\nNew,,new@example.com,\nStays,Example,stays@example.com,\n";
    const job = await desk().import(ada, file, { collection: "fresh" });
    expect(job.report).toMatchObject({ added: 1, updated: 2 });
    expect(await desk().undo(ada, job)).toMatchObject({ state: "undone", undoUntil: null });
    expect([await all(ada.workspaceId), await collections.list(ada)]).toEqual(before);
    expect(await leads.page(ada, { search: "bob example 1" })).toMatchObject({ total: 1, items: [bob] });
    expect(await leads.page(ada, {})).toMatchObject({ total: 2, items: [bob, stays] });
  });

  test("keeps what was edited since, and a collection that somebody else is in by now", async () => {
    const { leads, all, collections } = desk();
    const bob = await leads.add(ada, leadNamed("Bob"));
    const job = await desk().import(ada, "Name,Email\nRobert,bob@example.com\nNew,new@example.com\n", {
      collection: "fresh",
    });
    await leads.change(
      { ...ada, id: bob._id },
      leadNamed("Bobby", { email: bob.email, collection: ["fresh"] }),
    );
    await leads.add(ada, leadNamed("Guest", { collection: ["fresh"] }));
    await desk().undo(ada, job);
    expect(await all(ada.workspaceId)).toMatchObject([
      { firstName: "Bobby", collection: [] },
      { firstName: "Guest", collection: ["fresh"] },
    ]);
    expect(await collections.list(ada)).toMatchObject([{ name: "fresh", count: 1 }]);
  });

  test("gives a lead back what it had also where the lead was deleted since and comes back only then", async () => {
    const { leads, all, collections } = desk();
    await collections.add({ ...ada, name: "spring" });
    const bob = await leads.add(ada, leadNamed("Bob", { phone: "1", collection: ["old"] }));
    const file = "Name,Email,Phone,Consent to tracking\nRobert,bob@example.com,2,yes\n";
    const job = await desk().import(ada, file, { collection: "spring" });
    const { deletionId } = await leads.act(ada, { action: "delete", which: { ids: [bob._id] } });
    await desk().undo(ada, job);
    await leads.undo(ada, { deletionId: deletionId ?? "" });
    expect(await all(ada.workspaceId)).toEqual([bob]);
  });

  test("is undone once, by its owner, and not after a day", async () => {
    const job = await desk().import(ada, "Name,Email\nNew,new@example.com\n");
    const { files, keyOf, core } = desk();
    await expect(files.undo(keyOf(eve, job))).rejects.toMatchObject({ code: "not_found" });
    await expect(files.cancel(keyOf(ada, job))).rejects.toMatchObject({ code: "conflict" });
    const now = core.clock.now();
    expect(job.undoUntil).toBeGreaterThan(now + 86_000_000);
    core.clock.now = () => now + 86_400_001;
    await expect(files.undo(keyOf(ada, job))).rejects.toMatchObject({ code: "conflict" });
    await files.forgetOld();
    expect(await desk().look(ada, job)).toMatchObject({ state: "done", undoUntil: null });
  });
});

eachDatabase("an import that is undone beside another", (open) => {
  const desk = deskBeforeEach(open);

  test("gives back what it changed itself, and leaves a collection that it did not make", async () => {
    const { leads, all, collections } = desk();
    await collections.add({ ...ada, name: "spring" });
    const [bob, cem] = [await leads.add(ada, leadNamed("Bob")), await leads.add(ada, leadNamed("Cem"))];
    const first = await desk().import(ada, "Name,Email\nRobert,bob@example.com\n", { collection: "spring" });
    const second = await desk().import(ada, "Name,Email\nCemal,cem@example.com\n");
    await desk().undo(ada, first);
    expect(await all(ada.workspaceId)).toEqual([bob, { ...cem, firstName: "Cemal" }]);
    expect(await collections.list(ada)).toMatchObject([{ name: "spring", count: 0 }]);
    await desk().undo(ada, second);
    expect(await all(ada.workspaceId)).toEqual([bob, cem]);
  });
});

eachDatabase("imports that changed the same leads", (open) => {
  const desk = deskBeforeEach(open);

  test("give back what was there before all of them, in whichever order they are undone", async () => {
    const { leads, all } = desk();
    const bob = await leads.add(ada, leadNamed("Bob", { phone: "1" }));
    const file = (name: string, rest: string) => `Name,Email,Phone,Shoes\n${name},bob@example.com,${rest}\n`;
    const making = { fields: [{ column: "Shoes", label: "Shoes", kind: "text" as const }] };
    await desk().undo(ada, await desk().import(ada, file("Bobby", "9,none"), making));
    const fields = { fields: [{ column: "Shoes", key: "shoes" }] };
    for (const order of ["0 1 2", "1 0 2"]) {
      const jobs = [
        await desk().import(ada, file("Robert", "2,red"), fields),
        await desk().import(ada, file("Rob", "3,")),
        await desk().import(ada, file("Rob", "4,blue"), fields),
      ];
      expect(await all(ada.workspaceId)).toMatchObject([{ firstName: "Rob", phone: "4" }]);
      for (const nth of order.split(" ")) await desk().undo(ada, jobs[Number(nth)] as (typeof jobs)[0]);
      expect([order, await all(ada.workspaceId)]).toEqual([order, [bob]]);
    }
  });

  test("leave what somebody wrote since", async () => {
    const { leads, all } = desk();
    const bob = await leads.add(ada, leadNamed("Bob"));
    const first = await desk().import(ada, "Name,Email\nRobert,bob@example.com\n");
    await leads.change({ ...ada, id: bob._id }, { ...bob, firstName: "Bert" });
    const second = await desk().import(ada, "Name,Email\nRob,bob@example.com\n");
    await desk().undo(ada, first);
    await desk().undo(ada, second);
    expect(await all(ada.workspaceId)).toMatchObject([{ firstName: "Bert" }]);
  });
});

eachDatabase("imports that wait", (open) => {
  const desk = deskBeforeEach(open);

  test("are a few of one person, who starts no more until one is over", async () => {
    const { core, files, keyOf } = desk();
    const content = "Name,Email\nNew,new@example.com\n";
    const { _id: id, guess: columns } = await desk().upload(ada, content);
    const store = createImportStore(core.database);
    const row = await store.one({ ...ada, id });
    const waiting = Array.from({ length: importLimits.startedMax }, () => core.newId());
    for (const other of waiting) if (row) await store.add({ ...row, id: other, state: "running" });
    const choice = { columns, collection: "all", existing: "update" as const };
    await expect(files.start(ada, { id, choice })).rejects.toMatchObject({ code: "conflict" });
    const eves = await desk().import(eve, content);
    expect(eves.state).toBe("done");
    await files.cancel(keyOf(ada, { ...eves, _id: waiting[0] ?? "" }));
    const started = await files.start(ada, { id, choice });
    expect((await desk().over(ada, started)).state).toBe("done");
  });
});

eachDatabase("files of imports", (open) => {
  const desk = deskBeforeEach(open);
  const namesIn = async () =>
    Object.keys(await keptFiles({ dataFolder: desk().dataFolder, database: desk().core.database }));

  test("go with the import, but for the rejected rows, and a day later altogether", async () => {
    const { files, core, keyOf } = desk();
    const job = await desk().import(ada, "Name,Email\nNew,new@example.com\nBad,=1\n");
    await until(async () => (await namesIn()).length === 1);
    expect(await namesIn()).toEqual([`${job._id}.rejects.csv`]);
    expect(await new Response((await files.rejects(keyOf(ada, job))).file).text()).toContain("Bad,'=1,3,");
    const waiting = await desk().upload(ada, "Name,Email\nNew,new@example.com\n");
    // With a database that machines share a data folder has nothing but copies, of which each process has its own.
    if (core.database.shared === null) {
      const nobodys = join(desk().dataFolder, "imports/nobodys");
      await Bun.write(nobodys, "x");
      utimesSync(nobodys, 0, 0);
    }
    await files.forgetOld();
    expect((await namesIn()).sort()).toEqual([`${job._id}.rejects.csv`, waiting._id].sort());
    const now = core.clock.now();
    core.clock.now = () => now + 86_500_000;
    await files.forgetOld();
    expect(await namesIn()).toEqual([]);
    await expect(
      files.one(keyOf(ada, waiting), { sheet: undefined, signal: new AbortController().signal }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  test("go a day later also where nothing is left to undo", async () => {
    const { files, core } = desk();
    const none = await desk().import(ada, "Name,Email\nBad,nowhere\n");
    const undone = await desk().import(ada, "Name,Email\nNew,new@example.com\nBad,nowhere\n");
    await desk().undo(ada, undone);
    await files.forgetOld();
    expect((await namesIn()).sort()).toEqual([`${none._id}.rejects.csv`, `${undone._id}.rejects.csv`].sort());
    const now = core.clock.now();
    core.clock.now = () => now + 86_500_000;
    await files.forgetOld();
    expect(await namesIn()).toEqual([]);
  });

  test("that are no sheets, or empty, are refused and leave nothing", async () => {
    for (const content of ["", "<html><body>hello</body></html>", "%PDF-1.7", "a\0b"])
      await expect(desk().upload(ada, content)).rejects.toMatchObject({ code: "bad_request" });
    await Bun.sleep(0);
    await expect(desk().upload(ada, "x".repeat(10), { name: "leads.xlsx" })).resolves.toMatchObject({
      rowCount: 0,
    });
  });
});
