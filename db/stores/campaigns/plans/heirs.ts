import { and, eq, inArray, sql } from "drizzle-orm";
import type { Builder, Database } from "../../../database.ts";
import type { Tables } from "../../../tables.ts";
import { addingLinks, type LinkRow } from "../../tracking/links.ts";
import type { StoredCampaign } from "../campaigns.ts";
import type { PlanKey, PlanRow } from "./planRows.ts";

/**
 * A part that takes over mails of another one, `of`, because they are sent from another account from now on. It says what that
 * one says; `links` are its own, with ids of their own.
 */
export type Heir = { of: string; row: StoredCampaign; links: readonly LinkRow[] };

/** The statements that add them, for the commit that notes on the other parts what goes over. */
export function addingHeirs(write: Builder, tables: Tables, heirs: readonly Heir[]) {
  const { campaigns, campaignContents } = tables;
  const { html, fields } = campaignContents;
  return {
    heirs: heirs.map(({ row }) => write.insert(campaigns).values(row).returning()),
    contents: heirs.map(({ of, row }) =>
      write.insert(campaignContents).select(
        write
          .select({
            campaignId: sql<string>`cast(${row.id} as text)`.as("campaignId"),
            workspaceId: campaignContents.workspaceId,
            html,
            fields,
          })
          .from(campaignContents)
          .where(and(eq(campaignContents.campaignId, of), eq(campaignContents.workspaceId, row.workspaceId))),
      ),
    ),
    links: heirs.flatMap(({ links }) => addingLinks(write, tables, links)),
  };
}

/** Whether some that take over what is tried again do not wait or run as the whole does, which was paused or resumed since. */
export function standOtherwise(
  heirs: readonly Heir[],
  whole: Pick<PlanRow, "pausedBy"> | undefined,
): boolean {
  return heirs.some(({ row }) => (row.pausedBy === null) !== (whole?.pausedBy == null));
}

/** The links of some parts, as their mails have them. */
export async function linksOfParts(
  { read, tables }: Pick<Database, "read" | "tables">,
  { workspaceId, ids }: Pick<PlanKey, "workspaceId"> & { ids: readonly string[] },
): Promise<LinkRow[]> {
  const { links } = tables;
  if (ids.length === 0) return [];
  return read
    .select()
    .from(links)
    .where(and(inArray(links.campaignId, [...ids]), eq(links.workspaceId, workspaceId)));
}
