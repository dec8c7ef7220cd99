import { Database as Client } from "bun:sqlite";
import { statSync } from "node:fs";
import { join } from "node:path";
import { leadSearchOf } from "../db/search/leadSearch.ts";
import { openDatabase } from "../db/sqlite/open.ts";
import { createLeadListStore } from "../db/stores/leads/leadLists.ts";
import { searchTextOf } from "../db/stores/leads/searchText.ts";
import { matchOf } from "../server/leads/leadMatching.ts";
import { temporaryFolder } from "./support/processes.ts";

/**
 * A search of leads, without HTTP: a first page of fifty and how many there are, as the page asks it; before the index
 * is filled and after, asked for the first time and again. And what filling it takes of the processor and the disk.
 * `bun bench/leadSearch.ts [LEADS ...]`.
 */
const sizes = process.argv.slice(2).map(Number);
const workspaceId = "0193a000-0000-7000-8000-000000000001";
const searches = [
  ["nobody at all", "in no lead"],
  ["first4242", "in a few leads"],
  ["4242", "in a few hundred of a million"],
  ["lead.4242@example.com", "a whole address"],
  ["lovelace77", "in one of 550 leads"],
  ["lovelace7", "in one of 54 leads"],
  ["zoe 99", "one word of two letters"],
  ["qx", "two letters, in no lead"],
  ["99", "two letters, in every tenth lead"],
  ["lovelace", "in every sixth lead"],
  ["Müller", "in every sixth lead, folded"],
  ["zoe", "in every third lead"],
  ["@example", "in every lead"],
] as const;
const last = ["Smith", "Müller", "Lovelace", "Hopper", "Turing", "Öztürk"];

for (const count of sizes.length > 0 ? sizes : [100_000, 1_000_000]) await measure(count);

async function measure(count: number): Promise<void> {
  const folder = temporaryFolder();
  const file = join(folder.path, "amplify.db");
  const database = openDatabase({ folder: folder.path });
  const seeding = cpuMs();
  seed(file, count);
  console.log(`${count} leads, SQLite, Bun ${Bun.version}; writing them took ${perLead(seeding(), count)}`);
  await searchAll(database, "without the index");
  const bytesBefore = bytesOf(file);
  const filling = cpuMs();
  const search = leadSearchOf(database);
  const slices: number[] = [];
  for (let isMore = true; isMore; ) {
    const slice = cpuMs();
    isMore = (await search?.fillSome()) ?? false;
    slices.push(slice());
  }
  const bySize = slices.sort((a, b) => a - b);
  const [half = 0, most = 0, longest = 0] = [0.5, 0.99, 1].map(
    (at) => bySize[Math.ceil(at * bySize.length) - 1],
  );
  console.log(
    `  filling took ${perLead(filling(), count)}, in slices of ${half.toFixed(1)} ms, 99 of 100 below ${most.toFixed(1)}, the longest ${longest.toFixed(1)}`,
  );
  console.log(`  it takes ${((bytesOf(file) - bytesBefore) / count).toFixed(0)} bytes a lead`);
  await searchAll(database, "with the index");
  await database.close();
  folder.remove();
}

async function searchAll(database: ReturnType<typeof openDatabase>, when: string): Promise<void> {
  for (const [search, what] of searches) {
    const first = await repeated(() => createLeadListStore(database), database, search);
    const lists = createLeadListStore(database);
    const again = await repeated(() => lists, database, search);
    console.log(
      `  ${when}, "${search}" (${what}): ${first.ms} ms of the processor, again ${again.ms} ms, ${first.total} found`,
    );
  }
}

type Lists = ReturnType<typeof createLeadListStore>;

async function repeated(listsOf: () => Lists, database: ReturnType<typeof openDatabase>, search: string) {
  const match = await matchOf(createLeadListStore(database), { workspaceId, search });
  const page = () => listsOf().page({ ...match, sort: "createdAt", order: "desc", offset: 0, countMax: 50 });
  const { total } = await page();
  const took = cpuMs();
  let turns = 0;
  for (const until = performance.now() + 400; turns < 3 || performance.now() < until; turns += 1)
    await page();
  return { ms: (took() / turns).toFixed(1), total };
}

function cpuMs(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}

function perLead(ms: number, count: number): string {
  return `${((ms * 1_000) / count).toFixed(1)} µs of the processor a lead`;
}

function seed(file: string, count: number): void {
  const client = new Client(file);
  client.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000");
  const insert = client.query(
    `INSERT INTO leads (id, workspaceId, firstName, lastName, email, phone, searchText, emailHash, optout, emailCount, openedCount, createdAt, updatedAt)
     VALUES (?1, '${workspaceId}', ?2, ?3, ?4, ?5, ?6, ?1, 0, 0, 0, 1, 1)`,
  );
  client.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const firstName = `${index % 3 === 0 ? "Zoe" : "First"}${(index * 7919) % 100_003}`;
      const lastName = `${last[index % last.length]}${index % 1013}`;
      const email = `lead.${index}@example.com`;
      const phone = index % 2 === 0 ? `+43 ${(index * 7) % 1_000_000}` : "";
      const id = `0193b000-0000-7000-8000-${index.toString(16).padStart(12, "0")}`;
      const searchText = searchTextOf({ firstName, lastName, email, phone });
      insert.run(id, firstName, lastName, email, phone, searchText);
    }
    client.query("INSERT INTO leadCounts (workspaceId, count) VALUES (?, ?)").run(workspaceId, count);
  })();
  client.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  client.close();
}

function bytesOf(file: string): number {
  const client = new Client(file);
  client.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  client.close();
  return statSync(file).size;
}
