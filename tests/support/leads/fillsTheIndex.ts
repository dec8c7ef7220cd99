import { searchLimits } from "../../../contract/limits/leads.ts";
import { leadSearchOf } from "../../../db/search/leadSearch.ts";
import { openDatabase } from "../../../db/sqlite/open.ts";

/** Fills the index of a folder's database, a few leads at a time, and says a line after each. */
const [folder = ""] = process.argv.slice(2);
const search = leadSearchOf(openDatabase({ folder }), { ...searchLimits, leadsMin: 1, indexedTogether: 10 });
while (await search?.fillSome()) console.log("some");
console.log("all");
