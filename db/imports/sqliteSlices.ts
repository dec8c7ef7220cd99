import { importLimits } from "../../contract/limits/imports.ts";
import type { SqliteClient } from "../../platform/sqlite.ts";
import { refusalOfDatabase } from "../faults.ts";
import { checkpointLog, writeInBackground } from "../sqlite/checkpointLog.ts";
import { connect, yieldDisk } from "../sqlite/open.ts";
import { createWriteTurns, type WriteTurns } from "../sqlite/writeTurns.ts";
import { searchTextOf } from "../stores/leads/leads.ts";
import { leadIdAt, type SliceJob, type SliceOutcome, type SliceRange, type Slices } from "./slices.ts";

/**
 * The hot path of an import on SQLite, for a thread of its own: one statement for each step of a slice, from the
 * staged file straight into the tables. A slice's commit is not synced to disk by itself; the last commit of the
 * import is, and all before it with it.
 */
export function openSqliteSlices(place: {
  folder: string;
  turns: SharedArrayBuffer;
  stagePath: string;
}): Slices {
  const client = connect(place.folder);
  yieldDisk(client);
  client.exec(`PRAGMA cache_size = -${importLimits.cacheKib}`);
  client.query("ATTACH ? AS stage").run(place.stagePath);
  // Only what does not fit a plan is written there; whoever goes on after a kill has to find it whole.
  client.exec("PRAGMA stage.journal_mode = DELETE");
  client.exec("PRAGMA stage.synchronous = FULL");
  const turns = createWriteTurns(place.turns);
  const statements = prepare(client);
  return {
    async leaveOut({ workspaceId, leadsMax }, after) {
      const added = statements.countNew.get({ workspaceId, after })?.count ?? 0;
      const room = Math.max(0, leadsMax - (statements.leadCount.get({ workspaceId })?.count ?? 0));
      if (added <= room) return { added, leftOut: 0 };
      // It sorts the whole file, which is no work for the memory.
      client.exec("PRAGMA temp_store = FILE");
      client.exec("BEGIN");
      statements.leaveOut.run({ workspaceId, after, room });
      statements.keepOptouts.run({});
      statements.dropLeftOut.run({});
      client.exec("COMMIT");
      client.exec("PRAGMA temp_store = MEMORY");
      return { added: room, leftOut: added - room };
    },
    async write(job, range) {
      return withTurn({ client, turns }, () => fillSlice(statements, { job, range }));
    },
    lastOptout: () => statements.lastOptout.get({})?.count ?? 0,
    optoutAt: (count) => statements.optoutAt.get({ count })?.count ?? 0,
    async optOut(job, range) {
      return withTurn({ client, turns }, () => optOutSlice(statements, { job, range }));
    },
    close() {
      checkpointLog(client, 0);
      client.close();
    },
  };
}

type Statements = ReturnType<typeof prepare>;
type Count = { count: number };

const inRange = "s.position > $after AND s.position <= $upTo";
const known = "stage.staged AS s JOIN leads AS l ON l.workspaceId = $workspaceId AND l.email = s.email";
const newcomers = `FROM stage.staged AS s WHERE s.position > $after AND NOT EXISTS
  (SELECT 1 FROM leads AS l WHERE l.workspaceId = $workspaceId AND l.email = s.email)`;
const isNewLead = "id > $firstId AND id <= $lastId AND workspaceId = $workspaceId";
const isMember = `EXISTS (SELECT 1 FROM memberships AS m
  WHERE m.collectionId = $collectionId AND m.leadId = l.id AND m.workspaceId = $workspaceId)`;
const keepsCollection = `$collectionId IS NULL OR NOT EXISTS
  (SELECT 1 FROM collections WHERE id = $collectionId AND workspaceId = $workspaceId) OR ${isMember}`;
const newLastName = "CASE WHEN s.lastName = '' THEN l.lastName ELSE s.lastName END";
const newPhone = "CASE WHEN s.phone = '' THEN l.phone ELSE s.phone END";
/** The import is running, and nobody else has been given its job since. */
const isOurs = `id = $importId AND workspaceId = $workspaceId AND state = 'running' AND EXISTS (SELECT 1 FROM jobs AS j
  WHERE j.id = $jobId AND j.workspaceId = $workspaceId AND j.lease = $lease AND j.state = 'running')`;
const newFields = "json_patch(coalesce(l.fields, '{}'), s.fields)";
const changes = `(s.firstName <> l.firstName OR ${newLastName} <> l.lastName OR ${newPhone} <> l.phone
  OR (s.fields IS NOT NULL AND ${newFields} IS NOT l.fields))`;

const changesConsent = `(s.consent IS NOT NULL AND s.consent <> l.consent AND NOT (l.consent = 'denied'
  AND (NOT $mayRegrant OR l.consentHow IS 'by_recipient')))`;

function prepare(client: SqliteClient) {
  const query = <Row = unknown>(sql: string) => client.query<Row>(sql);
  return {
    countNew: query<Count>(`SELECT count(*) AS count ${newcomers}`),
    leaveOut: query(
      `INSERT INTO stage.leftOut SELECT s.row ${newcomers} ORDER BY s.row LIMIT -1 OFFSET $room`,
    ),
    keepOptouts: query(`INSERT OR IGNORE INTO stage.optouts (email, emailHash)
      SELECT email, emailHash FROM stage.staged WHERE optout AND row IN (SELECT row FROM stage.leftOut)`),
    dropLeftOut: query("DELETE FROM stage.staged WHERE row IN (SELECT row FROM stage.leftOut)"),
    countStaged: query<Count>(`SELECT count(*) AS count FROM stage.staged AS s WHERE ${inRange}`),
    countKnown: query<Count>(`SELECT count(*) AS count FROM ${known} WHERE ${inRange}`),
    countOptingOut: query<Count>(
      `SELECT count(*) AS count FROM ${known} WHERE ${inRange} AND s.optout AND NOT l.optout`,
    ),
    keepChanges: query(`INSERT INTO importChanges
      (importId, position, workspaceId, leadId, joined, firstName, lastName, phone, searchText, wrote,
       fields, wroteFields, consent, consentAt, consentHow, consentBy)
      SELECT $importId, s.position, $workspaceId, l.id, NOT (${keepsCollection}), l.firstName, l.lastName, l.phone,
        l.searchText, s.firstName || char(31) || ${newLastName} || char(31) || ${newPhone} || char(31) || s.email,
        l.fields, CASE WHEN s.fields IS NOT NULL THEN ${newFields} END,
        ${["consent", "consentAt", "consentHow", "consentBy"].map((column) => `CASE WHEN ${changesConsent} THEN l.${column} END`).join(", ")}
      FROM ${known} WHERE ${inRange} AND (${changes} OR ${changesConsent} OR NOT (${keepsCollection}))`),
    // Of known leads that are left alone a no is all that is to be taken back; no lead is as the empty text says.
    keepDenied: query(`INSERT INTO importChanges
      (importId, position, workspaceId, leadId, joined, firstName, lastName, phone, searchText, wrote,
       consent, consentAt, consentHow, consentBy)
      SELECT $importId, s.position, $workspaceId, l.id, 0, l.firstName, l.lastName, l.phone, l.searchText, '',
        l.consent, l.consentAt, l.consentHow, l.consentBy
      FROM ${known} WHERE ${inRange} AND s.consent = 'denied' AND ${changesConsent}`),
    // See `sayingConsent`: all four columns at once, and of known leads that are left alone only a no.
    consents: query(`UPDATE leads AS l SET consent = s.consent, consentAt = $now, consentHow = 'by_import',
        consentBy = $importId, updatedAt = $now
      FROM stage.staged AS s WHERE ${inRange} AND l.workspaceId = $workspaceId AND l.email = s.email
        AND ${changesConsent} AND ($updates OR s.consent = 'denied' OR (l.id > $firstId AND l.id <= $lastId))`),
    filledUp: query<{ id: string; firstName: string; lastName: string; email: string; phone: string }>(
      `SELECT l.id, s.firstName, ${newLastName} AS lastName, s.email, ${newPhone} AS phone FROM ${known}
      WHERE ${inRange} AND ((s.lastName = '' AND l.lastName <> '') OR (s.phone = '' AND l.phone <> ''))`,
    ),
    setSearchText: query("UPDATE leads SET searchText = $searchText WHERE id = $id"),
    insert: query(
      insertLeads(`DO UPDATE SET optout = excluded.optout, updatedAt = $now WHERE excluded.optout > optout`),
    ),
    upsert: query(
      insertLeads(`DO UPDATE SET firstName = excluded.firstName,
      lastName = CASE WHEN excluded.lastName = '' THEN lastName ELSE excluded.lastName END,
      phone = CASE WHEN excluded.phone = '' THEN phone ELSE excluded.phone END,
      fields = CASE WHEN excluded.fields IS NULL THEN fields
        ELSE json_patch(coalesce(fields, '{}'), excluded.fields) END,
      searchText = excluded.searchText, optout = optout OR excluded.optout, updatedAt = $now
      WHERE excluded.searchText <> searchText OR excluded.firstName <> firstName
        OR excluded.lastName NOT IN ('', lastName) OR excluded.phone NOT IN ('', phone) OR excluded.optout > optout
        OR (excluded.fields IS NOT NULL AND json_patch(coalesce(fields, '{}'), excluded.fields) IS NOT fields)`),
    ),
    carryOn: query(`INSERT INTO suppressions (workspaceId, emailHash, source, createdAt, ownerAt)
      SELECT p.workspaceId, s.emailHash, p.source, p.createdAt, p.ownerAt FROM stage.staged AS s
      JOIN suppressions AS p ON p.workspaceId = $workspaceId AND p.emailHash = s.formerHash
      WHERE ${inRange} AND s.formerHash IS NOT NULL
      ON CONFLICT (workspaceId, emailHash) DO UPDATE SET source = 'recipient',
        ownerAt = coalesce(ownerAt, excluded.ownerAt) WHERE excluded.source = 'recipient'`),
    dropFormer: query(`DELETE FROM suppressions WHERE workspaceId = $workspaceId AND emailHash IN
      (SELECT s.formerHash FROM stage.staged AS s WHERE ${inRange} AND s.formerHash IS NOT NULL)`),
    suppress: query(`INSERT INTO suppressions (workspaceId, emailHash, source, createdAt)
      SELECT $workspaceId, s.emailHash, 'owner', $now FROM ${known} WHERE ${inRange} AND s.optout AND l.optout
      ${onTopOfRecipients}`),
    lastOptout: query<Count>("SELECT coalesce(max(position), 0) AS count FROM stage.optouts"),
    optoutAt: query<Count>(`SELECT coalesce(max(position), 0) AS count FROM
      (SELECT position FROM stage.optouts ORDER BY position LIMIT $count)`),
    suppressRejected: query(`INSERT INTO suppressions (workspaceId, emailHash, source, createdAt)
      SELECT $workspaceId, s.emailHash, 'owner', $now FROM stage.optouts AS s WHERE ${inRange}
      ${onTopOfRecipients}`),
    optOutRejected:
      query(`UPDATE leads SET optout = 1, updatedAt = $now WHERE workspaceId = $workspaceId AND NOT optout
      AND email IN (SELECT s.email FROM stage.optouts AS s WHERE ${inRange})`),
    settleOptouts: query<{ id: string }>(`UPDATE imports SET rejectedOptouts = rejectedOptouts +
        (SELECT count(*) FROM stage.optouts AS s WHERE ${inRange})
      WHERE ${isOurs} RETURNING id`),
    joinNew:
      query(`INSERT OR IGNORE INTO memberships (collectionId, leadId, workspaceId) SELECT c.id, l.id, $workspaceId
      FROM collections AS c, leads AS l WHERE c.id = $collectionId AND c.workspaceId = $workspaceId
        AND l.id > $firstId AND l.id <= $lastId AND l.workspaceId = $workspaceId`),
    joinAll:
      query(`INSERT OR IGNORE INTO memberships (collectionId, leadId, workspaceId) SELECT c.id, l.id, $workspaceId
      FROM ${known} JOIN collections AS c ON c.id = $collectionId AND c.workspaceId = $workspaceId WHERE ${inRange}`),
    countOut: query<Count>(`SELECT count(*) AS count FROM leads WHERE ${isNewLead} AND optout`),
    addToCount: query(`INSERT INTO leadCounts (workspaceId, count) VALUES ($workspaceId, $added)
      ON CONFLICT (workspaceId) DO UPDATE SET count = count + excluded.count`),
    leadCount: query<Count>("SELECT count FROM leadCounts WHERE workspaceId = $workspaceId"),
    settle: query<{ id: string }>(`UPDATE imports SET written = $upTo, added = added + $added,
      updated = updated + $updated, skipped = skipped + $skipped, optedOut = optedOut + $optedOut
      WHERE ${isOurs} RETURNING id`),
  };
}

/** What the owner's file says of somebody who unsubscribed stands beside that: see `suppressing`. */
const onTopOfRecipients = `ON CONFLICT (workspaceId, emailHash) DO UPDATE SET ownerAt = $now
  WHERE source = 'recipient' AND ownerAt IS NULL`;

function insertLeads(onConflict: string): string {
  return `INSERT INTO leads (id, workspaceId, firstName, lastName, email, phone, searchText, emailHash, optout,
      emailCount, openedCount, createdAt, updatedAt, fields, consent, consentAt, consentHow)
    SELECT $idPrefix || printf('%012x', s.position), $workspaceId, s.firstName, s.lastName, s.email, s.phone,
      s.searchText, s.emailHash, s.optout OR EXISTS (SELECT 1 FROM suppressions AS p
        WHERE p.workspaceId = $workspaceId AND p.emailHash = s.emailHash), 0, 0, $now, $now, s.fields,
      CASE WHEN d.emailHash IS NULL THEN 'unknown' ELSE 'denied' END, d.deniedAt, d.how
    FROM stage.staged AS s LEFT JOIN denials AS d ON d.workspaceId = $workspaceId AND d.emailHash = s.emailHash
    WHERE ${inRange} ORDER BY s.position
    ON CONFLICT (workspaceId, email) ${onConflict}`;
}

type Slice = { job: SliceJob; range: SliceRange };

/** Another process's lock is waited for by SQLite itself: this thread has nothing else to do. */
function withTurn<Undone>(
  { client, turns }: { client: SqliteClient; turns: WriteTurns },
  work: () => Undone | null,
): Undone | Extract<SliceOutcome, { kind: "written" }> {
  try {
    return writeInBackground({ client, turns }, () => inTransaction(client, turns, work));
  } catch (error) {
    throw refusalOfDatabase(error) ?? error;
  }
}

/** Commits what the work writes, or undoes it where that answers why. */
function inTransaction<Undone>(
  client: SqliteClient,
  turns: WriteTurns,
  work: () => Undone | null,
): Undone | Extract<SliceOutcome, { kind: "written" }> {
  client.exec("BEGIN IMMEDIATE");
  const startedAt = performance.now();
  try {
    const outcome = work();
    client.exec(outcome === null ? "COMMIT" : "ROLLBACK");
    const heldMs = performance.now() - startedAt;
    return outcome ?? { kind: "written", heldMs, isAwaited: turns.isAwaited() };
  } catch (error) {
    if (client.inTransaction) client.exec("ROLLBACK");
    throw error;
  }
}

/** Null where everything went well. */
function fillSlice(
  statements: Statements,
  { job, range }: Slice,
): Exclude<SliceOutcome, { kind: "written" }> | null {
  const { importId, workspaceId, idPrefix, collectionId, now, jobId, lease } = job;
  const values = {
    importId,
    workspaceId,
    idPrefix,
    collectionId,
    now,
    ...range,
    firstId: leadIdAt(job, range.after),
    lastId: leadIdAt(job, range.upTo),
    mayRegrant: job.consent?.mayRegrant ? 1 : 0,
  };
  const count = (query: Statements["countKnown"]) => query.get(values)?.count ?? 0;
  const knownCount = count(statements.countKnown);
  const updates = knownCount > 0 && job.existing === "update";
  const optingOut = knownCount > 0 ? count(statements.countOptingOut) : 0;
  const filledUp = updates ? statements.filledUp.all(values) : [];
  statements.carryOn.run(values);
  statements.dropFormer.run(values);
  if (updates) statements.keepChanges.run(values);
  else if (knownCount > 0 && job.consent !== null) statements.keepDenied.run(values);
  (updates ? statements.upsert : statements.insert).run(values);
  for (const lead of filledUp) statements.setSearchText.run({ id: lead.id, searchText: searchTextOf(lead) });
  if (job.consent !== null) statements.consents.run({ ...values, updates: updates ? 1 : 0 });
  statements.suppress.run(values);
  if (collectionId !== null) (updates ? statements.joinAll : statements.joinNew).run(values);
  const total = count(statements.countStaged);
  const added = total - knownCount;
  if (added > 0) statements.addToCount.run({ workspaceId, added });
  const leadCount = statements.leadCount.get({ workspaceId })?.count ?? 0;
  if (job.leadsMax !== null && added > 0 && leadCount > job.leadsMax)
    return { kind: "overPlan", leadCount, added };
  const settled = statements.settle.get({
    importId,
    workspaceId,
    jobId,
    lease,
    upTo: range.upTo,
    added,
    updated: updates ? knownCount : 0,
    skipped: updates ? 0 : knownCount,
    optedOut: optingOut + count(statements.countOut),
  });
  return settled ? null : { kind: "stopped" };
}

/** Null where everything went well. */
function optOutSlice(statements: Statements, { job, range }: Slice): { kind: "stopped" } | null {
  const { importId, workspaceId, now, jobId, lease } = job;
  const values = { importId, workspaceId, now, ...range };
  statements.suppressRejected.run(values);
  statements.optOutRejected.run(values);
  return statements.settleOptouts.get({ ...values, jobId, lease }) ? null : { kind: "stopped" };
}
