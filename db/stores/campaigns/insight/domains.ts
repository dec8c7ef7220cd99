import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../../../database.ts";
import { domainOf } from "../addressDomain.ts";
import { type PartsKey, total } from "./moments.ts";

type DomainCounts = {
  domain: string;
  sent: number;
  failed: number;
  opened: number;
  machineOpened: number;
  clicked: number;
};

export type DomainStore = ReturnType<typeof createDomainStore>;

/** At which domains a campaign's mails arrived, were opened and followed, and failed. */
export function createDomainStore(database: Database) {
  const { read } = database;
  const { campaignDomains, deliveries, campaigns } = database.tables;
  return {
    /** The domains with most mails, and how many there are of all. */
    async domainsOf(key: PartsKey & { countMax: number }): Promise<{ rows: DomainCounts[]; count: number }> {
      const theirs = and(
        inArray(campaignDomains.campaignId, [...key.partIds]),
        eq(campaignDomains.workspaceId, key.workspaceId),
      );
      const sent = total(campaignDomains.sent);
      const kept = await read
        .select({
          domain: campaignDomains.domain,
          sent,
          opened: total(campaignDomains.opened),
          machineOpened: total(campaignDomains.machineOpened),
          clicked: total(campaignDomains.clicked),
          of: sql`count(*) over ()`.mapWith(Number),
        })
        .from(campaignDomains)
        .where(theirs)
        .groupBy(campaignDomains.domain)
        .orderBy(desc(sent), asc(campaignDomains.domain))
        .limit(key.countMax);
      const failed = new Map((await failedByDomain(key)).map((row) => [row.domain, row.count]));
      const rows = kept.map(({ of: _, sent: took, ...row }) => ({
        ...row,
        // One that came back before it was counted is taken out first.
        sent: Math.max(0, took),
        failed: failed.get(row.domain) ?? 0,
      }));
      // A domain that took nothing at all stands nowhere else.
      const known = new Set(kept.map(({ domain }) => domain));
      const inVain = [...failed].flatMap(([domain, count]) => (known.has(domain) ? [] : [{ domain, count }]));
      const room = Math.max(0, key.countMax - rows.length);
      rows.push(
        ...inVain.slice(0, room).map(({ domain, count }) => ({
          domain,
          sent: 0,
          opened: 0,
          machineOpened: 0,
          clicked: 0,
          failed: count,
        })),
      );
      return { rows, count: Math.max(rows.length, kept[0]?.of ?? 0) };
    },
  };

  /** Few fail for good: whoever has many is paused. */
  async function failedByDomain({ workspaceId, partIds, countMax }: PartsKey & { countMax: number }) {
    const theirs = read
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(and(inArray(campaigns.id, [...partIds]), eq(campaigns.workspaceId, workspaceId)));
    const domain = domainOf(deliveries.email);
    const count = sql`count(*)`.mapWith(Number);
    return read
      .select({ domain: domain.as("domain"), count })
      .from(deliveries)
      .where(
        and(
          inArray(deliveries.campaignId, theirs),
          eq(deliveries.state, "failed"),
          isNotNull(deliveries.reasonCode),
        ),
      )
      .groupBy(domain)
      .orderBy(desc(count), asc(domain))
      .limit(countMax);
  }
}
