import { expect, test } from "bun:test";
import { requestLogLimits } from "../../../contract/limits/identity.ts";
import { createRequestStore, type RequestRow } from "../../../db/stores/keys/requests.ts";
import { createRequestSearch } from "../../../server/keys/requestSearch.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { scopeNamed } from "../../support/leads/leadBook.ts";

const { workspaceId } = scopeNamed("ada");
const { sliceRows } = requestLogLimits;
const rowCount = 2 * sliceRows + 10;
const idOf = (number: number) => `request-${String(number).padStart(6, "0")}`;
/** Also at both ends of what is looked through at a time. */
const rare = [1, 10, 11, sliceRows, sliceRows + 10, sliceRows + 11, 2 * sliceRows, rowCount];
const any = { workspaceId, keyId: null, status: null, method: null, path: null, since: 0, before: null };

eachDatabase("a search of the log of requests", (open) => {
  const database = emptyBeforeEach(open);

  test("finds each that there is once, in either order and a page at a time, however far they are apart", async () => {
    const store = createRequestStore(database());
    const rows = Array.from({ length: rowCount }, (_, nth): RequestRow => {
      const isRare = rare.includes(nth + 1);
      return {
        id: idOf(nth + 1),
        workspaceId,
        keyId: "key",
        method: isRare ? "DELETE" : "GET",
        path: isRare ? "/Templates/50%" : "/amplify/leads",
        status: isRare ? 503 : 200,
        tookMs: 1,
        address: "203.0.113.7",
        at: nth,
      };
    });
    for (let from = 0; from < rows.length; from += 500) await store.add(rows.slice(from, from + 500));
    const search = createRequestSearch(store);
    const all = async (asked: object, order: "asc" | "desc") => {
      const found: string[] = [];
      for (let before: string | null = null; ; before = found.at(-1) ?? null) {
        const page = await search({ ...any, ...asked, order, before }, 3);
        found.push(...page.map(({ id }) => id));
        if (page.length < 3) return found;
      }
    };
    const asked = [
      { path: "templates/50%" },
      { status: 5 },
      { method: "DELETE" },
      { keyId: "key", status: 5 },
      { status: 5, method: "DELETE" },
      { keyId: "key", path: "TEMPLATES" },
    ];
    for (const one of asked) {
      expect(await all(one, "asc")).toEqual(rare.map(idOf));
      expect(await all(one, "desc")).toEqual(rare.map(idOf).toReversed());
    }
    expect(await all({ status: 2, method: "DELETE" }, "desc")).toEqual([]);
    expect(await all({ path: "/templates/5_%" }, "desc")).toEqual([]);
  }, 120_000);
});
