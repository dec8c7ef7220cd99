import { expect, test } from "bun:test";
import { createRecipientStore } from "../../../db/stores/tracking/recipients.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { deskBeforeEach } from "../../support/leads/importDesk.ts";
import { type LeadBook, leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");
const bob = scopeNamed("bob");
const { workspaceId } = ada;
const email = "eve@example.com";

/** What the page behind a mail's link does. */
async function says(
  { core }: Pick<LeadBook, "core">,
  consent: "granted" | "denied",
  leadId = "nobody",
): Promise<void> {
  const mail = { workspaceId, leadId, email, emailHash: core.secrets.hashAddress(email) };
  await createRecipientStore(core.database).sayConsent({ ...mail, consent, now: 5 });
}

async function consentIn(book: Pick<LeadBook, "all">, whose = workspaceId): Promise<unknown> {
  const [lead] = await book.all(whose);
  return lead && [lead.consent, lead.consentHow];
}

const theirs: unknown[] = ["denied", "by_recipient"];

eachDatabase("a no that a lead said by the link of a mail", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => leadBook(database());

  test("outlives the lead: added, called in or brought back, it is born with it", async () => {
    const { leads, imports } = book();
    const eve = await leads.add(ada, leadNamed("Eve"));
    await says(book(), "denied");
    await leads.remove({ ...ada, id: eve._id });
    const again = await leads.add(ada, leadNamed("Eve", { consent: "granted" }));
    expect(again).toMatchObject({ consent: "denied", consentHow: "by_recipient", consentAt: 5 });

    const { deletionId } = await leads.act(ada, { action: "delete", which: { ids: [again._id] } });
    await leads.undo(ada, { deletionId: deletionId ?? "" });
    expect(await consentIn(book())).toEqual(theirs);

    await leads.act(ada, { action: "delete", which: { ids: [again._id] } });
    await imports.import(ada, [{ firstName: "Eve", email, consent: "granted" }]);
    expect(await consentIn(book())).toEqual(theirs);
    // It is that workspace's alone.
    await leads.add(bob, leadNamed("Eve"));
    expect(await consentIn(book(), bob.workspaceId)).toEqual([undefined, undefined]);
  });

  test("is heard while the lead is deleted, and taken back by whoever said it", async () => {
    const { leads } = book();
    const eve = await leads.add(ada, leadNamed("Eve", { consent: "granted" }));
    const which = { ids: [eve._id] };
    const { deletionId } = await leads.act(ada, { action: "delete", which });
    await says(book(), "denied");
    await leads.undo(ada, { deletionId: deletionId ?? "" });
    expect(await consentIn(book())).toEqual(theirs);
    await leads.act(ada, { action: "delete", which });
    await says(book(), "granted");
    await leads.add(ada, leadNamed("Eve"));
    expect(await consentIn(book())).toEqual([undefined, undefined]);
  });

  test("is forgotten with a lead that has said yes since", async () => {
    const { leads } = book();
    const eve = await leads.add(ada, leadNamed("Eve"));
    await says(book(), "denied");
    await leads.act(ada, { action: "delete", which: { ids: [eve._id] } });
    const again = await leads.add(ada, leadNamed("Eve"));
    await says(book(), "granted");
    await leads.remove({ ...ada, id: again._id });
    await leads.add(ada, leadNamed("Eve"));
    expect(await consentIn(book())).toEqual([undefined, undefined]);
  });
});

eachDatabase("a no of a lead that comes again by a file", (open) => {
  const desk = deskBeforeEach(open);
  const sheet = `Name,Email,Tracking consent\nEve,${email},yes\nFay,fay@example.com,yes\n`;

  test("is there again, whatever the file says, and after the file is taken back", async () => {
    const { leads } = desk();
    const eve = await leads.add(ada, leadNamed("Eve"));
    await says(desk(), "denied");
    await leads.act(ada, { action: "delete", which: { ids: [eve._id] } });
    for (const options of [{}, { overDenied: true }]) {
      const job = await desk().import(ada, sheet, options);
      const known = await desk().all(workspaceId);
      expect(known.map(({ firstName, consent }) => [firstName, consent]).sort()).toEqual([
        ["Eve", "denied"],
        ["Fay", "granted"],
      ]);
      await desk().undo(ada, job);
    }
    await leads.add(ada, leadNamed("Eve"));
    expect(await consentIn(desk())).toEqual(theirs);
  });

  test("that the workspace noted is there again once a file that spoke over it is taken back", async () => {
    const { leads } = desk();
    const eve = await leads.add(ada, leadNamed("Eve", { consent: "denied" }));
    await leads.act(ada, { action: "delete", which: { ids: [eve._id] } });
    const job = await desk().import(ada, sheet, { overDenied: true });
    expect(await consentIn(desk())).toEqual(["granted", "by_import"]);
    await desk().undo(ada, job);
    await leads.add(ada, leadNamed("Eve"));
    expect(await consentIn(desk())).toEqual(["denied", "by_person"]);
  });

  test("that was said between the import and its undoing is kept", async () => {
    const job = await desk().import(ada, sheet);
    await says(desk(), "denied");
    await desk().undo(ada, job);
    await desk().leads.add(ada, leadNamed("Eve"));
    expect(await consentIn(desk())).toEqual(theirs);
  });
});

eachDatabase("a lead whose address is edited", (open) => {
  const database = emptyBeforeEach(open);
  const book = () => leadBook(database());
  const consents = async () =>
    Object.fromEntries((await book().all(workspaceId)).map((lead) => [lead.email, lead.consent]));

  test("takes its no along, which stays with the address that it was said for as well", async () => {
    const { leads } = book();
    const eve = await leads.add(ada, leadNamed("Eve"));
    await says(book(), "denied");
    const moved = await leads.change({ ...ada, id: eve._id }, leadNamed("Eva"));
    expect(moved).toMatchObject({ email: "eva@example.com", consent: "denied", consentHow: "by_recipient" });
    await leads.add(ada, leadNamed("Eve"));
    expect(await consents()).toEqual({ "eva@example.com": "denied", "eve@example.com": "denied" });
  });

  test("is bound by a no of whoever had its new address, whatever is said in the same change", async () => {
    const { leads } = book();
    await says(book(), "denied");
    const eva = await leads.add(ada, leadNamed("Eva", { consent: "granted" }));
    const moved = await leads.change({ ...ada, id: eva._id }, leadNamed("Eve", { consent: "granted" }));
    expect(moved).toMatchObject({ email, consent: "denied", consentHow: "by_recipient" });
    expect(await consents()).toEqual({ [email]: "denied" });
  });

  test("is heard by the link of a mail that went to the address before: its no counts, its yes is that address's", async () => {
    const { leads } = book();
    const eve = await leads.add(ada, leadNamed("Eve", { consent: "granted" }));
    await leads.change({ ...ada, id: eve._id }, leadNamed("Eva"));
    await says(book(), "denied", eve._id);
    expect(await consents()).toEqual({ "eva@example.com": "denied" });
    await says(book(), "granted", eve._id);
    expect(await consents()).toEqual({ "eva@example.com": "denied" });
  });

  test("is left alone once they leave by a mail to the address before, until the owner says that it is another's", async () => {
    const { core, leads, isSuppressed } = book();
    const eve = await leads.add(ada, leadNamed("Eve"));
    await leads.change({ ...ada, id: eve._id }, leadNamed("Eva"));
    const bobs = await leads.add(bob, leadNamed("Eva"));
    const mail = { id: "out", leadId: eve._id, campaignId: "c", deliveryId: "d", now: 5 };
    const leaves = () =>
      createRecipientStore(core.database).unsubscribe({
        ...mail,
        workspaceId,
        email,
        emailHash: core.secrets.hashAddress(email),
      });
    await leaves();
    await leaves();
    expect(await book().all(workspaceId)).toMatchObject([{ email: "eva@example.com", optout: true }]);
    expect(await isSuppressed(workspaceId, email)).toBe(true);
    expect(await isSuppressed(workspaceId, "eva@example.com")).toBe(true);
    // Another workspace's lead of that address has heard nothing.
    expect(bobs.optout).toBe(false);
    expect(await isSuppressed(bob.workspaceId, "eva@example.com")).toBe(false);
    const lifted = await leads.change({ ...ada, id: eve._id }, leadNamed("Eva", { optout: false }));
    expect(lifted.optout).toBe(false);
  });
});
