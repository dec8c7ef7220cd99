import { expect, test } from "bun:test";
import { templateLimits } from "../../../contract/limits/templates.ts";
import { createAccountDataStore } from "../../../db/stores/identity/accountData.ts";
import { createTemplateStore } from "../../../db/stores/templates/templates.ts";
import { createStarterTemplates } from "../../../server/templates/starterTemplates.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { removalJob } from "../../support/db/removalJob.ts";
import { callerNamed, leadBook } from "../../support/leads/leadBook.ts";

const ada = callerNamed("ada");
const bob = callerNamed("bob");
const admin = callerNamed("root", { role: "admin" });
const draft = { name: "Spring", html: "<p>1</p>", design: { at: 1 } };
const { versionsMax, versionMs, undoMs } = templateLimits;

eachDatabase("a template's history", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => leadBook(database());

  async function savedTimes(saves: number) {
    const { _id: id } = await book().templates.add(ada.scope, draft);
    for (let at = 2; at <= saves; at += 1)
      await book().templates.change(
        { scope: ada.scope, person: ada, id },
        { html: `<p>${at}</p>`, design: { at } },
      );
    return { scope: ada.scope, person: ada, id };
  }

  test("has every state, and a restored one is a new state that replaces none", async () => {
    const request = await savedTimes(3);
    const restored = await book().history.restore(request, 1);
    expect(restored).toMatchObject({ ...draft, version: 4 });
    expect((await book().history.versions(request)).map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    expect(await book().history.version(request, 3)).toMatchObject({ html: "<p>3</p>", design: { at: 3 } });
    expect(await book().history.version(request, 4)).toMatchObject(draft);
    expect(await book().history.preview(request, 2)).toBe("<p>2</p>");
  });

  test("is not added to by a save that was refused", async () => {
    const request = await savedTimes(2);
    const refused = book().templates.change(request, { html: "<p>Mine</p>", version: 1 });
    await expect(refused).rejects.toMatchObject({ code: "conflict" });
    expect(await book().history.versions(request)).toHaveLength(2);
  });

  test("keeps the newest states only, and none that was replaced long ago", async () => {
    const request = await savedTimes(versionsMax + 3);
    const versions = await book().history.versions(request);
    expect(versions).toHaveLength(versionsMax + 1);
    expect(versions.at(-1)?.version).toBe(3);
    await expect(book().history.version(request, 2)).rejects.toMatchObject({ code: "not_found" });
    const { tables, atomically } = database();
    const replacedAt = book().core.clock.now() - versionMs;
    await atomically((write) => ({ changed: write.update(tables.templateVersions).set({ replacedAt }) }));
    await book().history.forgetOld();
    expect(await book().history.versions(request)).toHaveLength(1);
  });

  test("of a template that was shared is the administrators' to see", async () => {
    const { _id: id } = await book().templates.add(admin.scope, draft);
    await book().templates.change({ scope: admin.scope, person: admin, id }, { html: "<p>Shared</p>" });
    await book().templates.publish({ scope: admin.scope, person: admin, id, isPublic: true });
    for (const call of [
      () => book().history.versions({ scope: bob.scope, person: bob, id }),
      () => book().history.version({ scope: bob.scope, person: bob, id }, 1),
      () => book().history.preview({ scope: bob.scope, person: bob, id }, 1),
      () => book().history.restore({ scope: bob.scope, person: bob, id }, 1),
    ])
      await expect(call()).rejects.toMatchObject({ code: "forbidden" });
    expect(await book().history.preview({ scope: bob.scope, person: bob, id }, undefined)).toBe(
      "<p>Shared</p>",
    );
    await createAccountDataStore(database()).close({
      workspaceId: admin.scope.workspaceId,
      userId: admin.uid,
      jobs: [removalJob(admin.uid)],
      allow: () => {},
    });
    await createAccountDataStore(database()).removeRest(admin.scope.workspaceId);
    const other = callerNamed("other", { role: "admin" });
    expect(await book().history.versions({ scope: other.scope, person: other, id })).toHaveLength(2);
  });
});

eachDatabase("a deleted template", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => leadBook(database());
  const withHistory = async () => {
    const { _id: id } = await book().templates.add(ada.scope, draft);
    await book().templates.change({ scope: ada.scope, person: ada, id }, { name: "Summer" });
    return { scope: ada.scope, person: ada, id };
  };

  test("comes back as it was, with its history, and once only", async () => {
    const request = await withHistory();
    const before = await book().templates.one(request);
    const deletionId = await book().deletions.remove(request);
    await expect(book().templates.one(request)).rejects.toMatchObject({ code: "not_found" });
    const others = book().deletions.undo({ scope: bob.scope, person: bob, id: deletionId });
    await expect(others).rejects.toMatchObject({ code: "not_found" });
    expect(await book().deletions.undo({ scope: ada.scope, person: ada, id: deletionId })).toEqual(before);
    expect(await book().templates.one(request)).toEqual(before);
    expect(await book().history.versions(request)).toHaveLength(2);
    const again = book().deletions.undo({ scope: ada.scope, person: ada, id: deletionId });
    await expect(again).rejects.toMatchObject({ code: "not_found" });
  });

  test("is gone for good after a while, and its history with it", async () => {
    const request = await withHistory();
    const deletionId = await book().deletions.remove(request);
    const { tables, atomically, read } = database();
    const deletedAt = book().core.clock.now() - undoMs;
    await atomically((write) => ({ changed: write.update(tables.deletedTemplates).set({ deletedAt }) }));
    const late = book().deletions.undo({ scope: ada.scope, person: ada, id: deletionId });
    await expect(late).rejects.toMatchObject({ code: "not_found" });
    await book().deletions.forgetOld();
    expect(await read.select().from(tables.deletedTemplates)).toEqual([]);
    expect(await read.select().from(tables.templateVersions)).toEqual([]);
  });

  test("that was public is brought back by administrators only", async () => {
    const { _id: id } = await book().templates.add(admin.scope, draft);
    await book().templates.publish({ scope: admin.scope, person: admin, id, isPublic: true });
    const deletionId = await book().deletions.remove({ scope: admin.scope, person: admin, id });
    const noLonger = { ...admin, role: "user" as const };
    const undo = (who: typeof admin) =>
      book().deletions.undo({ scope: who.scope, person: who, id: deletionId });
    await expect(undo(noLonger)).rejects.toMatchObject({ code: "forbidden" });
    expect(await undo(admin)).toMatchObject({ public: true });
  });
});

eachDatabase("sharing a template", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => leadBook(database());

  test("moves it between one's own list and everybody's, at the same version", async () => {
    const { _id: id } = await book().templates.add(admin.scope, draft);
    const refused = book().templates.publish({
      scope: admin.scope,
      person: { role: "user" },
      id,
      isPublic: true,
    });
    await expect(refused).rejects.toMatchObject({ code: "forbidden" });
    await book().templates.publish({ scope: admin.scope, person: admin, id, isPublic: true });
    const seen = await book().templates.summaries(bob.scope);
    expect(seen).toMatchObject([{ _id: id, public: true, hasHtml: true, version: 1 }]);
    await book().templates.publish({ scope: admin.scope, person: admin, id, isPublic: false });
    expect(await book().templates.summaries(bob.scope)).toEqual([]);
    expect(await book().templates.summaries(admin.scope)).toMatchObject([{ _id: id, public: false }]);
  });

  test("starts with the starters, which a newer product renews where nobody has touched them", async () => {
    const install = () => createStarterTemplates(book().core).installed();
    await install();
    const first = await book().templates.summaries(bob.scope);
    expect(first).toHaveLength(10);
    expect(first.every((each) => each.public && each.hasHtml)).toBe(true);
    await install();
    expect(await book().templates.summaries(bob.scope)).toEqual(first);

    const [edited, removed, old] = ["starter-letter", "starter-welcome", "starter-offer"] as const;
    await book().templates.change({ scope: admin.scope, person: admin, id: edited }, { name: "Our letter" });
    await book().deletions.remove({ scope: admin.scope, person: admin, id: removed });
    const { tables, atomically } = database();
    const keys = ["letter", "welcome", "offer"];
    const value = Object.fromEntries(
      first.map(({ _id }) => {
        const key = _id.replace("starter-", "");
        return [key, { version: 1, source: keys.includes(key) ? "an older product's" : "?" }];
      }),
    );
    await atomically((write) => ({ changed: write.update(tables.meta).set({ value }) }));
    await createTemplateStore(database()).change({ id: old, version: 1, html: "<p>Old</p>", now: 1 });
    await atomically((write) => ({
      changed: write.update(tables.meta).set({ value: { ...value, offer: { version: 2, source: "older" } } }),
    }));
    await install();
    const after = await book().templates.summaries(bob.scope);
    expect(after.find(({ _id }) => _id === edited)?.name).toBe("Our letter");
    expect(after.some(({ _id }) => _id === removed)).toBe(false);
    expect(await book().history.preview({ scope: bob.scope, person: bob, id: old }, undefined)).toContain(
      "Sunday",
    );
  });

  test("an installation that has moved gives the starters' pictures its new address", async () => {
    const { core } = book();
    const installAt = (publicUrl: string) =>
      createStarterTemplates({ ...core, settings: { ...core.settings, publicUrl } }).installed();
    const pictures = async () =>
      (
        await book().history.preview({ scope: bob.scope, person: bob, id: "starter-welcome" }, undefined)
      ).match(/https:[^"]+\.png/g);
    await installAt("https://first.example");
    expect(await pictures()).toEqual(["https://first.example/email-assets/starters/welcome.png"]);
    await installAt("https://moved.example");
    expect(await pictures()).toEqual(["https://moved.example/email-assets/starters/welcome.png"]);
  });
});
