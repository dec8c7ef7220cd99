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
async function says({ core }: Pick<LeadBook, "core">, consent: "granted" | "denied"): Promise<void> {
  const emailHash = core.secrets.hashAddress(email);
  await createRecipientStore(core.database).sayConsent({ workspaceId, email, emailHash, consent, now: 5 });
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

  test("that was said between the import and its undoing is kept", async () => {
    const job = await desk().import(ada, sheet);
    await says(desk(), "denied");
    await desk().undo(ada, job);
    await desk().leads.add(ada, leadNamed("Eve"));
    expect(await consentIn(desk())).toEqual(theirs);
  });
});
