import { expect, test } from "bun:test";
import { createCampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import { reasonIn } from "../../../db/stores/campaigns/deliveryReason.ts";
import { inWords } from "../../../server/core/inWords.ts";
import { rejectsOf } from "../../../server/imports/index.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { campaignRow } from "../../support/smtp/sendingRows.ts";

const unknown = (code: string) => `A reason that this version does not know: ${code}`;

/** What may stand in a column after another program, or another version, and what is said of it. */
const hostile: readonly [stored: unknown, said: string][] = [
  ["Paused by you", "Paused by you"],
  [3, "No reason was kept"],
  [[], "No reason was kept"],
  [{ params: {} }, "No reason was kept"],
  [{ code: "paused_by_person" }, "Paused by you"],
  [{ code: "paused_by_person", params: null, reply: 3 }, "Paused by you"],
  [{ code: "reconnect_google", params: {}, reply: null }, unknown("reconnect_google")],
  [{ code: "reconnect_google", params: { email: 3 }, reply: "invalid_grant" }, "invalid_grant"],
  [{ code: "of_tomorrow", params: { a: 1 }, reply: null }, unknown("of_tomorrow")],
  [
    {
      code: "refused_in_row",
      params: { count: 20, last: { code: "host_unknown", params: {} } },
      reply: null,
    },
    `The server refused 20 mails in a row for the same reason, so the rest wait. Change what it objects to, or ask whoever runs it; then go on, and try the failed ones again. It said: ${unknown("host_unknown")}`,
  ],
];

eachDatabase("a reason that is none of this version's", (open) => {
  const database = emptyBeforeEach(open);

  test("is read from the database without a fault and told in words", async () => {
    const campaigns = createCampaignStore(database());
    const said: string[] = [];
    for (const [index, [stored]] of hostile.entries()) {
      const id = `c${index}`;
      const pausedReason = stored as never;
      await campaigns.addUnlessKnown({ ...campaignRow({ id, requestKey: id }), pausedReason, html: "" });
      const row = await campaigns.ownedBy({ workspaceId: "ada", id });
      said.push(row?.pausedReason ? inWords(row.pausedReason) : "nothing");
    }
    expect(said).toEqual(hostile.map(([, words]) => words));
  });
});

test("a row of the ledger is told all the same, whatever its parameters are", () => {
  const told = (reasonParams: unknown, reply: string | null) => {
    const cause = reasonIn({ reasonCode: "given_up", reasonParams: reasonParams as never, reply });
    return cause && inWords(cause);
  };
  for (const params of [null, 3, "text", [], { hours: "24" }, { hours: 24, last: null }])
    expect([told(params, null), told(params, "451 later")]).toEqual([unknown("given_up"), "451 later"]);
});

test("so is each rejected row of an import", () => {
  const rows = hostile.map(([reason], row) => ({ row, reason }));
  for (const rejects of [rows, { rows, overPlan: 0 }])
    expect(rejectsOf({ rejects }).rows.map(({ reason }) => inWords(reason))).toEqual(
      hostile.map(([, words]) => words),
    );
});
