import type { SqliteClient } from "../../platform/sqlite.ts";
import { counted } from "./attached.ts";
import type { Spelled } from "./carryOptOuts.ts";

/** Mails of which the restored database now knows that they were opened, or a link of theirs followed by a person. */
export type CarriedMarks = { opened: number; clicked: number };

type Carrying = { workspace: Spelled["workspace"]; hasTimes: boolean };

/**
 * Carries over who opened mails and followed their links, where the restored database is behind the one from before,
 * `present`: a sequence that goes by it must not take somebody who has opened for somebody who has not. Comes after mails
 * and links were carried. Kept counts follow by triggers. `hasTimes`: that database keeps when machines followed links.
 */
export function carryMarks(client: SqliteClient, { workspace, hasTimes }: Carrying): CarriedMarks {
  // What webhooks tell of it was told when it came about.
  const told = client.query<{ last: number }>("SELECT coalesce(max(rowid), 0) AS last FROM webhookEvents");
  const last = told.get()?.last ?? 0;
  const same = `p.id = d.id AND p.${workspace} = d.workspaceId`;
  client.exec(`CREATE TEMP TABLE opened AS SELECT d.id AS id, d.leadId AS leadId, d.workspaceId AS workspaceId
    FROM present.deliveries AS p JOIN deliveries AS d ON ${same}
    WHERE d.openedAt IS NULL AND p.openedAt IS NOT NULL`);
  client.exec(`UPDATE deliveries SET openedAt = p.openedAt FROM present.deliveries AS p
    WHERE p.id = deliveries.id AND deliveries.id IN (SELECT id FROM temp.opened)`);
  client.exec(`UPDATE leads SET openedCount = openedCount + since.count FROM
      (SELECT leadId, workspaceId, count(*) AS count FROM temp.opened GROUP BY leadId, workspaceId) AS since
    WHERE leads.id = since.leadId AND leads.workspaceId = since.workspaceId`);
  client.exec(`UPDATE deliveries AS d SET machineOpenedAt = p.machineOpenedAt FROM present.deliveries AS p
    WHERE ${same} AND d.machineOpenedAt IS NULL AND p.machineOpenedAt IS NOT NULL`);
  carryClicks(client, workspace);
  if (hasTimes) carryTimes(client);
  client.query("DELETE FROM webhookEvents WHERE rowid > ?").run(last);
  return {
    opened: counted(client, "temp.opened"),
    clicked: counted(
      client,
      `deliveries WHERE clickedAt IS NOT NULL
      AND id IN (SELECT deliveryId FROM temp.followed WHERE isNew = 1)`,
    ),
  };
}

/** A click is counted once, as a person's or a machine's: the row that counts more, or more of them as a machine's, is newer. */
function carryClicks(client: SqliteClient, workspace: Spelled["workspace"]): void {
  const values = "firstAt, lastAt, seenAt, clicks, machineClicks".split(", ");
  client.exec(`CREATE TEMP TABLE followed AS SELECT p.deliveryId AS deliveryId, p.linkId AS linkId,
      d.workspaceId AS workspaceId, d.campaignId AS campaignId, d.clickedAt IS NULL AS isNew,
      ${values.map((name) => `p.${name} AS ${name}`).join(", ")}
    FROM present.clicks AS p JOIN deliveries AS d ON d.id = p.deliveryId AND d.workspaceId = p.${workspace}
      JOIN links ON links.id = p.linkId AND links.campaignId = d.campaignId
      LEFT JOIN clicks AS known ON known.deliveryId = p.deliveryId AND known.linkId = p.linkId
    WHERE known.linkId IS NULL OR p.machineClicks > known.machineClicks
      OR p.clicks + p.machineClicks > known.clicks + known.machineClicks`);
  const columns = ["deliveryId", "linkId", "workspaceId", ...values].join(", ");
  client.exec(`INSERT INTO clicks (${columns}) SELECT ${columns} FROM temp.followed WHERE true
    ON CONFLICT (deliveryId, linkId) DO UPDATE SET ${values.map((name) => `${name} = excluded.${name}`).join(", ")}`);
  client.exec(`UPDATE deliveries SET clickedAt = (SELECT min(firstAt) FROM clicks WHERE deliveryId = deliveries.id)
    WHERE id IN (SELECT deliveryId FROM temp.followed)`);
}

/** The triggers take all of a machine's clicks on a link for clicks of its last minute; the database from before knows better. */
function carryTimes(client: SqliteClient): void {
  const ofThem = "campaignId IN (SELECT campaignId FROM temp.followed)";
  client.exec(`UPDATE campaignTimes SET machineClicked = 0 WHERE ${ofThem}`);
  client.exec(`INSERT INTO campaignTimes (campaignId, at, workspaceId, machineClicked)
    SELECT campaignId, at, workspaceId, machineClicked FROM present.campaignTimes
    WHERE machineClicked > 0 AND ${ofThem}
    ON CONFLICT (campaignId, at) DO UPDATE SET machineClicked = excluded.machineClicked`);
}
