import { Database as Client } from "bun:sqlite";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { FieldDefinition } from "../contract/leads/customFields.ts";
import type { Condition, Question } from "../contract/segments/question.ts";
import { openDatabase } from "../db/sqlite/open.ts";
import { createFoundLeadStore } from "../db/stores/leads/foundLeads.ts";
import { createLeadListStore } from "../db/stores/leads/leadLists.ts";
import { temporaryFolder } from "./support/processes.ts";

/**
 * Questions about leads, without HTTP: how many they find and the first fifty, as the page asks it for the first time, and the
 * first slice of a campaign's audience. `bun bench/segments.ts [LEADS [PART OF A NAME]]`.
 */
const count = Number(process.argv[2] ?? 1_000_000);
const wanted = process.argv[3] ?? "";
const workspaceId = "0193a000-0000-7000-8000-000000000001";
const now = Date.UTC(2026, 10, 22, 12);
const dayMs = 86_400_000;
const fields: FieldDefinition[] = [
  { id: "f00000000001", key: "town", label: "Town", kind: "text", choices: [] },
  { id: "f00000000002", key: "visits", label: "Visits", kind: "number", choices: [] },
];
const town = { about: "field", kind: "text", field: "f00000000001" } as const;
const visits = { about: "field", kind: "number", field: "f00000000002" } as const;
const all = (...of: Condition[]): Question => ({ match: "all", of });
const any = (...of: Condition[]): Question => ({ match: "any", of });

const indexed: Record<string, Question> = {
  "in a collection of 20,000": all({ about: "collections", op: "in", collections: ["few"] }),
  "opted out": all({ about: "optedOut", op: "yes" }),
  "one address": all({ about: "email", op: "is", value: "Lead.4242@mail2.test" }),
  "joined in the last 7 days": all({ about: "created", op: "inLast", days: 7 }),
  "clicked one campaign": all({ about: "clicked", op: "ever", campaign: "m1" }),
  "clicked ever": all({ about: "clicked", op: "ever" }),
  "clicked in the last 30 days": all({ about: "clicked", op: "inLast", days: 30 }),
  "opened in the last 7 days": all({ about: "opened", op: "inLast", days: 7 }),
  "sent more than 3 mails": all({ about: "mailsSent", op: "gt", value: 3 }),
};
const others: Record<string, Question> = {
  "not opted out": all({ about: "optedOut", op: "no" }),
  "in a collection of half a million": all({ about: "collections", op: "in", collections: ["half"] }),
  "not in a collection of half a million": all({ about: "collections", op: "notIn", collections: ["half"] }),
  "never sent to": all({ about: "sent", op: "never" }),
  "sent in the last 30 days": all({ about: "sent", op: "inLast", days: 30 }),
  "not sent to in the last 30 days": all({ about: "sent", op: "notInLast", days: 30 }),
  "opened, but not in the last 30 days": all({ about: "opened", op: "before", days: 30 }),
  "did not open one campaign": all({ about: "opened", op: "never", campaign: "m1" }),
  "a custom text": all({ ...town, op: "is", value: "WIEN" }),
  "a custom text of another script": all({ ...town, op: "contains", value: "köln" }),
  "no custom number above": all({ ...visits, op: "le", value: 500 }),
  "last name without its umlaut": all({ about: "lastName", op: "contains", value: "mulle" }),
  "last name with its umlaut spelled out": all({ about: "lastName", op: "contains", value: "muelle" }),
  "first name contains": all({ about: "firstName", op: "contains", value: "oe9" }),
  "domain ends with": all({ about: "domain", op: "ends", value: "7.test" }),
  "five of all kinds, any of them": any(
    { ...town, op: "is", value: "Graz" },
    { about: "optedOut", op: "yes" },
    { about: "opened", op: "inLast", days: 30 },
    { about: "lastName", op: "begins", value: "hop" },
    { about: "created", op: "inLast", days: 7 },
  ),
};

const folder = temporaryFolder();
const file = join(folder.path, "amplify.db");
const database = openDatabase({ folder: folder.path });
seed();
console.log(
  `${count} leads and as many mails, SQLite, Bun ${Bun.version}, ${Math.round(statSync(file).size / 1e6)} MB`,
);
await measureAll("by an index, at most 100 ms", indexed);
await measureAll("any other, at most 1,000 ms", others);
await database.close();
folder.remove();

async function measureAll(title: string, questions: Record<string, Question>): Promise<void> {
  console.log(title);
  for (const [name, question] of Object.entries(questions)) {
    if (!name.includes(wanted)) continue;
    const asked = {
      workspaceId,
      question,
      fields,
      large: new Set(["half"]),
      moment: { now, zone: "Europe/Vienna" },
    };
    const match = { workspaceId, words: [], collectionId: null, filter: null, asked };
    let [best, slice, total] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
    for (let turn = 0; turn < 3; turn += 1) {
      // Anew each time, so that nothing is known from the turn before.
      const lists = createLeadListStore(database);
      const took = cpuMs();
      ({ total } = await lists.page({ ...match, sort: "createdAt", order: "desc", offset: 0, countMax: 50 }));
      best = Math.min(best, took());
      const sliced = cpuMs();
      await createFoundLeadStore(database).idsBeyond(asked, { beyond: null, countMax: 20_000 });
      slice = Math.min(slice, sliced());
    }
    console.log(
      `  ${name}: ${best.toFixed(0)} ms, ${total} found; the first 20,000 ids ${slice.toFixed(0)} ms`,
    );
  }
}

function cpuMs(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}

function seed(): void {
  const client = new Client(file);
  client.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000");
  const lead = client.query(
    `INSERT INTO leads (id, workspaceId, firstName, lastName, email, phone, searchText, emailHash, optout, emailCount, openedCount, createdAt, updatedAt, fields)
     VALUES (?1, '${workspaceId}', ?2, ?3, ?4, '', ?5, ?1, ?6, ?7, ?8, ?9, 1, ?10)`,
  );
  const member = client.query(
    `INSERT INTO memberships (workspaceId, collectionId, leadId) VALUES ('${workspaceId}', ?, ?)`,
  );
  const mail = client.query(
    `INSERT INTO deliveries (id, campaignId, workspaceId, leadId, email, state, attempts, dueAt, sentAt, openedAt, clickedAt)
     VALUES (?1, ?2, '${workspaceId}', ?3, '', 'sent', 1, 1, ?4, ?5, ?6)`,
  );
  const last = ["Smith", "Müller", "Lovelace", "Hopper", "Turing", "Öztürk"];
  const towns = ["Wien", "Graz", "KÖLN", "Paris", "Lyon"];
  client.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const random = (index * 2_654_435_761) % 2 ** 32;
      const id = `0193b000-0000-7000-8000-${index.toString(16).padStart(12, "0")}`;
      const first = `Zoe${random % 100_003}`;
      const surname = last[index % last.length] ?? "";
      const email = `lead.${index}@mail${index % 40}.test`;
      const opened = random % 3 === 0;
      const clicked = random % 33 === 0;
      const age = ((count - index) / count) * 720 * dayMs;
      const own =
        index % 2 === 0
          ? null
          : JSON.stringify({ f00000000001: towns[random % 5], f00000000002: random % 1000 });
      const text = `${first} ${surname} ${email}`.toLowerCase();
      const isOut = Number(random % 50 === 0);
      lead.run(
        id,
        first,
        surname,
        email,
        text,
        isOut,
        random % 5,
        Number(opened),
        Math.floor(now - age),
        own,
      );
      if (random % 50 === 1) member.run("few", id);
      if (random % 2 === 0) member.run("half", id);
      const at = now - Math.floor(((random % 9973) / 9973) * 180 * dayMs);
      mail.run(`d${id}`, `m${index % 10}`, id, at, opened ? at + 60_000 : null, clicked ? at + 90_000 : null);
    }
    client.query("INSERT INTO leadCounts (workspaceId, count) VALUES (?, ?)").run(workspaceId, count);
    for (let part = 0; part < 10; part += 1)
      client
        .query(
          `INSERT INTO campaigns (id, planId, workspaceId, credentialId, provider, fromAlias, fromEmail, subject, state, trackOpens, requestKey, total, createdAt)
           VALUES (?1, ?1, '${workspaceId}', 'a', 'sandbox', '', '', '', 'finished', 1, ?1, 1, 1)`,
        )
        .run(`m${part}`);
  })();
  client.exec("PRAGMA wal_checkpoint(TRUNCATE); ANALYZE");
  client.close();
}
