import { expect, test } from "bun:test";
import { leadLimits, searchLimits } from "../../../contract/limits/leads.ts";
import type { Condition } from "../../../contract/segments/question.ts";
import { createLeadListStore } from "../../../db/stores/leads/leadLists.ts";
import { createQuestionReader } from "../../../server/leads/segments/questions.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

const ada = scopeNamed("ada");
const bob = scopeNamed("bob");
const countStride = 400;
const count = leadLimits.sortedMax + 20;

const named = (value: string): Condition => ({ about: "firstName", op: "begins", value });
const never: Condition = { about: "clicked", op: "never" };

eachDatabase("a question about many leads", (open) => {
  const database = emptyBeforeEach(open);

  /** What a question of these conditions finds, and how many turns others had meanwhile. */
  async function asking(of: Condition[]) {
    const book = leadBook(database());
    const lists = createLeadListStore(book.core.database, { ...searchLimits, countStride });
    const { workspaceId } = ada;
    const question = { match: "all" as const, of };
    const asked = await createQuestionReader(book.core).asked({ workspaceId, question });
    let [turns, isOver] = [0, false];
    const nextTurn = () => {
      turns += 1;
      if (!isOver) setImmediate(nextTurn);
    };
    setImmediate(nextTurn);
    const found = await lists.page({
      workspaceId,
      words: [],
      collectionId: null,
      filter: null,
      asked,
      sort: "createdAt",
      order: "asc",
      offset: 0,
      countMax: 5,
    });
    isOver = true;
    return { total: found.total, first: found.rows.map(({ email }) => email), turns };
  }

  test("finds and counts the same in pieces, and others have a turn between two of them", async () => {
    const book = leadBook(database());
    await book.imports.import(bob, [leadNamed("Stranger")]);
    const rows = Array.from({ length: count }, (_, nth) =>
      leadNamed(`Lead${nth}`, { firstName: nth < 30 ? "Bea" : "Ada" }),
    );
    await book.imports.import(ada, rows);
    const first = rows.slice(0, 5).map(({ email }) => email.toLowerCase());
    const few = await asking([named("Be")]);
    expect(few).toMatchObject({ total: 30, first });
    expect(few.turns).toBeGreaterThanOrEqual(Math.floor(count / countStride));
    // Of two conditions half as many leads are looked through in one piece.
    const none = await asking([named("Be"), named("Ada")]);
    expect(none).toMatchObject({ total: 0, first: [] });
    expect(none.turns).toBeGreaterThanOrEqual(Math.floor((2 * count) / countStride));
    const most = { total: count, first };
    expect(await asking([{ about: "email", op: "contains", value: "lead" }])).toMatchObject(most);
    // What is gathered from a campaign's mails is gathered once.
    expect(await asking([never])).toMatchObject(most);
    expect(await asking([never, named("Be")])).toMatchObject({ total: 30, first });
  });
});
