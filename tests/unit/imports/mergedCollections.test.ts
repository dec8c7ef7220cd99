import { expect, test } from "bun:test";
import { eachDatabase } from "../../support/db/databases.ts";
import { counted, filled, idsOf } from "../../support/leads/filledBook.ts";
import { deskBeforeEach } from "../../support/leads/importDesk.ts";
import { leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");

eachDatabase("undoing an import into a collection that was merged", (open) => {
  const desk = deskBeforeEach(open);

  test("takes nobody out of the other who was in one of the two before, or whom another import brought", async () => {
    await filled(desk());
    await desk().leads.add(ada, leadNamed("Dee"));
    const sheet =
      "First name,Email\nAnn,ann@example.com\nBen,ben@example.com\nDee,dee@example.com\nNew,new@in.test\n";
    const intoAutumn = await desk().import(ada, sheet, { collection: "autumn" });
    const intoWinter = await desk().import(ada, sheet, { collection: "winter" });
    expect(await counted(desk())).toEqual({ autumn: 5, spring: 2, winter: 4 });
    const [autumn = "", spring = "", winter = ""] = idsOf(await desk().collections.list(ada));
    await desk().collections.merge({ ...ada, id: winter }, spring);
    await desk().collections.merge({ ...ada, id: autumn }, spring);
    expect(await counted(desk())).toEqual({ spring: 5 });
    await desk().undo(ada, intoWinter);
    expect(await counted(desk())).toEqual({ spring: 5 });
    await desk().undo(ada, intoAutumn);
    const inSpring = (await desk().all(ada.workspaceId)).filter(({ collection }) =>
      collection.includes("spring"),
    );
    expect(inSpring.map(({ firstName }) => firstName)).toEqual(["Ann", "Ben", "Cid", "Dee"]);
  });

  test("where it made that collection, nobody stays in the other but who was there", async () => {
    await filled(desk());
    await desk().leads.add(ada, leadNamed("Dee"));
    const sheet = "First name,Email\nAnn,ann@example.com\nDee,dee@example.com\n";
    const job = await desk().import(ada, sheet, { collection: "winter" });
    const [autumn = "", , winter = ""] = idsOf(await desk().collections.list(ada));
    await desk().collections.merge({ ...ada, id: winter }, autumn);
    expect(await counted(desk())).toEqual({ autumn: 4, spring: 2 });
    await desk().undo(ada, job);
    expect(await counted(desk())).toEqual({ autumn: 2, spring: 2 });
  });
});
