import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isListed } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";

/**
 * Which of the mails in a statement's `ids` may still be sent: they are claimed, and their campaign runs with this account.
 * The rule is the same for campaigns and transactional mails.
 */
export function mayGo(tables: Tables, credentialId: SQLWrapper) {
  const { deliveries, campaigns } = tables;
  return and(
    isListed(tables, deliveries.id, sql.placeholder("ids")),
    eq(campaigns.id, unindexed(deliveries.campaignId)),
    eq(unindexed(deliveries.state), "sending"),
    eq(campaigns.credentialId, credentialId),
    eq(campaigns.state, "running"),
  );
}

/**
 * Said so that PostgreSQL finds the few by their ids: led by campaign and state it reads all that the campaign has on its way,
 * hundreds for each few that go.
 */
function unindexed(column: SQLWrapper): SQL {
  return sql`coalesce(${column}, '')`;
}
