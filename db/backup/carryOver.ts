import { openSqlite } from "#platform/sqlite";
import type { SqliteClient } from "../../platform/sqlite.ts";
import type { HashingFor } from "../migrations/step.ts";
import { follow } from "../sqlite/applyStep.ts";
import { presentHas } from "./attached.ts";
import { type CarriedMarks, carryMarks } from "./carryMarks.ts";
import { carryOptOuts, type Spelled } from "./carryOptOuts.ts";
import { type CarriedOutcomes, carryOutcomes } from "./carryOutcomes.ts";
import { carryPlans } from "./carryPlans.ts";
import { carryPrograms } from "./carryPrograms.ts";

/** `unsurePlans`: campaigns in it that may have mailed people since of whom it does not know. */
export type Carried = CarriedOutcomes & { marks: CarriedMarks; unsurePlans: number; pausedWebhooks: number };
type Carrying = { from: string; into: string; hashingFor: HashingFor };

/**
 * What happened after a backup was made has happened: who unsubscribed, who did not want to be counted, what became of
 * mails, and who opened them and followed their links, goes over from the database from before into the restored one, all of it
 * or nothing.
 * @returns null where the database from before cannot be read.
 */
export function carryOver({ from, into, hashingFor }: Carrying): Carried | null {
  const client = openSqlite(into, "write");
  try {
    client.query("ATTACH ? AS present").run(from);
    const workspace = workspaceOfPresent(client);
    client.exec("BEGIN IMMEDIATE");
    // First: what is carried over after it happens to leads, and is no news for whoever is told nothing any more.
    const pausedWebhooks = carryPrograms(client, { now: Date.now() });
    carrySuppressions(client, workspace, hashingFor);
    carryConsents(client);
    carryRefusals(client);
    const unsurePlans = carryPlans(client);
    carryResponses(client);
    const carried = carryOutcomes(client, workspace);
    const marks = carryMarks(client, {
      workspace,
      hasTimes: presentHas(client, "campaignTimes", "machineClicked"),
    });
    client.exec("COMMIT");
    return { ...carried, marks, unsurePlans, pausedWebhooks };
  } catch {
    if (client.inTransaction) client.exec("ROLLBACK");
    return null;
  } finally {
    client.close();
  }
}

type Workspace = Spelled["workspace"];

/** Opts out the leads of whoever unsubscribed since, too. Nobody is opted in again. */
function carrySuppressions(client: SqliteClient, workspace: Workspace, hashingFor: HashingFor): void {
  const ownerAt = presentHas(client, "suppressions", "ownerAt") ? "ownerAt" : "NULL";
  client.exec(
    `INSERT INTO suppressions (workspaceId, emailHash, source, createdAt, ownerAt)
     SELECT ${workspace}, emailHash, source, createdAt, ${ownerAt} FROM present.suppressions
     WHERE ${workspace} IN (SELECT id FROM users)
     ON CONFLICT (workspaceId, emailHash) DO UPDATE SET source = 'recipient', ownerAt =
       coalesce(ownerAt, excluded.ownerAt, CASE WHEN source = 'owner' THEN createdAt END)
     WHERE excluded.source = 'recipient'`,
  );
  // The database from before may be one of an older version, which knows addresses by other spellings.
  follow(
    client,
    carryOptOuts({ dialect: "sqlite", hashingFor }, [
      { schema: "", workspace: "workspaceId" },
      { schema: "present.", workspace },
    ]),
  );
  client.exec(
    `UPDATE leads SET optout = 1 WHERE optout = 0 AND EXISTS (
       SELECT 1 FROM suppressions WHERE workspaceId = leads.workspaceId AND emailHash = leads.emailHash)`,
  );
}

/**
 * Why people left since, and who did not want to be counted: a no outlives the backup that does not know of it, and a
 * yes does not.
 */
function carryConsents(client: SqliteClient): void {
  // A database of before this was asked has neither.
  if (!presentHas(client, "leads", "consentHow")) return;
  const columns =
    "id, workspaceId, emailHash, leadId, campaignId, deliveryId, createdAt, reason, words, askedBackAt, returnedAt";
  client.exec(
    `INSERT OR IGNORE INTO optouts (${columns}) SELECT ${columns} FROM present.optouts
     WHERE workspaceId IN (SELECT id FROM users)`,
  );
  client.exec(
    `UPDATE leads SET consent = said.consent, consentAt = said.consentAt, consentHow = said.consentHow,
       consentBy = said.consentBy
     FROM present.leads AS said
     WHERE said.id = leads.id AND said.workspaceId = leads.workspaceId AND said.consent = 'denied'
       AND said.consentAt > coalesce(leads.consentAt, 0)`,
  );
}

/** Who takes no more mails of a kind, and who did not want to be counted and was deleted. */
function carryRefusals(client: SqliteClient): void {
  const since = (table: string) => `present.${table} WHERE workspaceId IN (SELECT id FROM users)`;
  if (presentHas(client, "kindSuppressions", "cause")) {
    const columns = "id, workspaceId, kind, emailHash, sealedEmail, cause, createdAt";
    client.exec(
      `INSERT OR IGNORE INTO kindSuppressions (${columns}) SELECT ${columns} FROM ${since("kindSuppressions")}`,
    );
  }
  if (presentHas(client, "denials", "how")) {
    const columns = "workspaceId, emailHash, deniedAt, how";
    client.exec(`INSERT OR IGNORE INTO denials (${columns}) SELECT ${columns} FROM ${since("denials")}`);
    client.exec(
      `UPDATE leads SET consent = 'denied', consentAt = said.deniedAt, consentHow = said.how, consentBy = NULL
       FROM present.denials AS said
       WHERE said.emailHash = leads.emailHash AND said.workspaceId = leads.workspaceId
         AND leads.consent <> 'denied' AND said.deniedAt > coalesce(leads.consentAt, 0)`,
    );
  }
}

/** From which addresses mails came back since, and what else was said of mails: whoever replied has replied. */
function carryResponses(client: SqliteClient): void {
  // A database of before mailboxes were read has neither.
  if (!presentHas(client, "bouncedAddresses", "forGoodAt")) return;
  const returned = "workspaceId, emailHash, count, at, forGoodAt, words";
  client.exec(
    `INSERT OR REPLACE INTO bouncedAddresses (${returned}) SELECT ${returned} FROM present.bouncedAddresses
     WHERE workspaceId IN (SELECT id FROM users)`,
  );
  const responses = "deliveryId, kind, workspaceId, campaignId, leadId, at";
  client.exec(
    `INSERT OR IGNORE INTO mailResponses (${responses}) SELECT ${responses} FROM present.mailResponses
     WHERE deliveryId IN (SELECT id FROM deliveries)`,
  );
}

/** The database from before may be one from when a person owned what a workspace does now. */
function workspaceOfPresent(client: SqliteClient): Workspace {
  return presentHas(client, "suppressions", "workspaceId") ? "workspaceId" : "ownerId";
}
