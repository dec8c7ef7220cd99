import { expect, setDefaultTimeout, test } from "bun:test";
import { domainToUnicode } from "node:url";
import fc from "fast-check";
import { normalAddress } from "../../contract/address.ts";
import { foldedText } from "../../contract/foldedText.ts";
import { searchLimits } from "../../contract/limits/leads.ts";
import type { Lead, LeadInput } from "../../contract/schemas/lead.ts";
import { leadSortKeys } from "../../contract/schemas/leadMatching.ts";
import { leadSearchOf } from "../../db/search/leadSearch.ts";
import { createLeadListStore } from "../../db/stores/leads/leadLists.ts";
import { matchOf } from "../../server/leads/leadMatching.ts";
import { eachDatabase } from "../support/db/databases.ts";
import { deskBeforeEach, type ImportDesk } from "../support/leads/importDesk.ts";
import { callerNamed } from "../support/leads/leadBook.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(300_000);

/** So small that a few leads are many, and counted in several strides. */
const small = { ...searchLimits, leadsMin: 1, indexedTogether: 3, countStride: 4, sampled: 3 };
const few = { ...small, gatheredMin: 50, shortShareMax: 1 };
const many = { ...small, gatheredMin: 1, gathered: 0, shareMax: 1, termsMax: 3 };

// Few letters, so that words meet; letters whose lower case is not everybody's, and some that take two places.
const name = fc
  .array(fc.constantFrom("a", "b", "A", "ß", "ü", "İ", "Σ", "é", "%", "_", "\\", "'", "𝒳", "日", "-"), {
    minLength: 1,
    maxLength: 6,
  })
  .map((letters) => letters.join(""));
const lead = fc.record({
  firstName: name,
  lastName: fc.oneof(fc.constant("Lee"), name),
  email: fc
    .tuple(
      fc.constantFrom("ab", "ba", "aab", "bab", "abba", "b.a"),
      fc.constantFrom("xn--bcher-kva.test", "a.test", "ab.test"),
    )
    .map(([local, domain]) => `${local}@${domain}`),
  phone: fc.constantFrom("", "+43 1 55", "5"),
});
const word = fc.oneof(
  name,
  fc.constantFrom(
    "a",
    "b",
    "ab",
    "ba",
    "aab",
    "ab@",
    "lee",
    "@a.test",
    "bücher",
    "bucher",
    "ue",
    "xn--",
    "+43",
    "55",
    "\ud835",
    "\udcb3",
  ),
);

type Step =
  | { kind: "add"; lead: Omit<LeadInput, "collection" | "optout"> }
  | { kind: "bulk" | "file"; leads: Omit<LeadInput, "collection" | "optout">[] }
  | { kind: "change"; which: number; lead: Omit<LeadInput, "collection" | "optout"> }
  | { kind: "remove" | "restore" | "undoImport" | "index"; which: number };

const which = fc.nat(50);
const leads = fc.uniqueArray(lead, { minLength: 1, maxLength: 8, selector: ({ email }) => email });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("add" as const), lead }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("bulk" as const, "file" as const), leads }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("change" as const), which, lead }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "remove" as const,
        "restore" as const,
        "undoImport" as const,
        "index" as const,
        "index" as const,
      ),
      which,
    }),
  },
);

eachDatabase("a search by the index", (open) => {
  const desk = deskBeforeEach(open);

  test("finds what looking through all leads finds, whatever was written and however far it is filled", async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 14 }),
        fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), { minLength: 6, maxLength: 10 }),
        async (steps, searches) => {
          runs += 1;
          const person = playing(desk(), `person ${runs}`);
          for (const each of steps) {
            await person.play(each);
            await person.check(searches.map((words) => words.join(" ")));
          }
          await person.index(99);
          await person.check(searches.map((words) => words.join(" ")));
          for (const words of searches.slice(0, 2))
            await checkOrders(person.lists, { ...person, search: words.join(" ") });
        },
      ),
      { numRuns: 4 },
    );
  });
});

/** Somebody who works with leads; their index is filled as far as they say. */
const ignoring = (error: { code?: string }) => {
  if (error.code !== "conflict" && error.code !== "not_found") throw error;
};

function playing(desk: ImportDesk, named: string) {
  const { scope } = callerNamed(named);
  const { workspaceId } = scope;
  const { database } = desk.core;
  const index = leadSearchOf(database, small);
  // Kept, as what they have counted is.
  const lists = [few, many].map((bounds) => createLeadListStore(database, bounds));
  const deletions: string[] = [];
  const imports: Awaited<ReturnType<ImportDesk["import"]>>[] = [];

  async function someId(at: number): Promise<string | undefined> {
    const all = await desk.all(workspaceId);
    return all[at % Math.max(1, all.length)]?._id;
  }

  async function fill(times: number): Promise<void> {
    for (let turn = 0; turn < times; turn += 1) if (!(await index?.fillSome())) return;
  }

  return {
    workspaceId,
    lists,
    index: fill,

    async play(step: Step): Promise<void> {
      switch (step.kind) {
        case "add":
          return void (await desk.leads.add(scope, { ...step.lead, collection: [] }).catch(ignoring));
        case "bulk":
          return void (await desk.imports.import(scope, step.leads));
        case "file": {
          const lines = step.leads.map((each) =>
            [each.firstName, each.lastName, each.email, each.phone].map((cell) => `"${cell}"`).join(","),
          );
          const content = ["First name,Last name,Email,Phone", ...lines, ""].join("\n");
          return void imports.push(await desk.import(scope, content));
        }
        case "change": {
          const id = await someId(step.which);
          if (id === undefined) return;
          return void (await desk.leads
            .change({ ...scope, id }, { ...step.lead, collection: [] })
            .catch(ignoring));
        }
        case "remove": {
          const id = await someId(step.which);
          if (id === undefined) return;
          const { deletionId } = await desk.leads.act(scope, { action: "delete", which: { ids: [id] } });
          return void deletions.push(deletionId ?? "");
        }
        case "restore": {
          const deletionId = deletions.pop();
          if (deletionId === undefined) return;
          return void (await desk.leads.undo(scope, { deletionId }).catch(ignoring));
        }
        case "undoImport": {
          const job = imports.pop();
          return void (job !== undefined && (await desk.undo(scope, job)));
        }
        default:
          return fill((step.which % 3) + 1);
      }
    },

    async check(searches: readonly string[]): Promise<void> {
      const all = await desk.all(workspaceId);
      for (const search of searches) {
        const wanted = all.filter((each) => hasAll(each, search)).map(({ _id }) => _id);
        for (const store of lists) {
          const match = await matchOf(store, { workspaceId, search });
          const { rows, total } = await store.page({ ...match, ...oldestFirst, offset: 0, countMax: 500 });
          expect({ search, found: rows.map(({ id }) => id), total }).toEqual({
            search,
            found: wanted,
            total: wanted.length,
          });
          expect(await store.idsOf(match)).toEqual(wanted);
        }
      }
    },
  };
}

type Lists = ReturnType<typeof createLeadListStore>;

/** Pages of an order, against the whole list in the same order. */
async function checkOrders(
  lists: readonly Lists[],
  { workspaceId, search }: { workspaceId: string; search: string },
) {
  const [one] = lists;
  if (one === undefined) return;
  const found = new Set(await one.idsOf(await matchOf(one, { workspaceId, search })));
  for (const sort of leadSortKeys)
    for (const order of ["asc", "desc"] as const) {
      const all = await matchOf(one, { workspaceId });
      const whole = await one.page({ ...all, sort, order, offset: 0, countMax: 500 });
      const wanted = whole.rows.map(({ id }) => id).filter((id) => found.has(id));
      for (const store of lists) {
        const match = await matchOf(store, { workspaceId, search });
        const pages = [0, 2, 4].map((offset) => store.page({ ...match, sort, order, offset, countMax: 2 }));
        const ids = (await Promise.all(pages)).flatMap(({ rows }) => rows.map(({ id }) => id));
        expect(ids).toEqual(wanted.slice(0, 6));
      }
    }
}

const oldestFirst = { sort: "createdAt", order: "asc" } as const;

/**
 * What a search means, said over a list: each word, or what stands around an apostrophe or a hyphen in it, stands somewhere in
 * what there is to read of a lead, in either spelling.
 */
function hasAll({ firstName, lastName, email, phone }: Lead, search: string): boolean {
  const [local = "", domain = ""] = email.split("@");
  const texts = [firstName, lastName, email, phone, `${local}@${domainToUnicode(domain)}`];
  const spelledOut = `${firstName} ${lastName}`.toLowerCase().replaceAll("ü", "ue");
  const text = foldedText([...texts, spelledOut].join("\n"));
  const typed = search.toLowerCase().split(/\s+/).filter(Boolean);
  const words = typed.flatMap((each) => {
    const parts = each.includes("@") ? [] : each.split(/['’]|(?<=\p{L})-(?=\p{L})/u).filter(Boolean);
    return parts.length === 0 ? [each] : parts;
  });
  const has = (word: string) => text.includes(foldedText(normalAddress(word)).toWellFormed());
  return words.every((each) => has(each) || has(each.replaceAll("ü", "ue")));
}
