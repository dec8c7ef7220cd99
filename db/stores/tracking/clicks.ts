import { and, asc, eq, gt, gte, inArray, or, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder, Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";

type Click = {
  deliveryId: string;
  linkId: string;
  workspaceId: WorkspaceId;
  isMachine: boolean;
  now: number;
  /** If other links of the same mail were followed within this time before `now`, all of these clicks are a machine's. */
  burstMs: number;
};

/** One lead's click on one link, or one person's clicks in an export. */
export type ClickOnLink = {
  deliveryId: string;
  linkId: string;
  campaignId: string;
  url: string;
  firstAt: number | null;
  lastAt: number | null;
  clicks: number;
  machineClicks: number;
};

export type ClickStore = ReturnType<typeof createClickStore>;

/** Who followed which link, with people and machines counted apart. */
export function createClickStore(database: Database) {
  const { read, tables } = database;
  const { clicks, links } = tables;
  const shown = {
    deliveryId: clicks.deliveryId,
    linkId: clicks.linkId,
    campaignId: links.campaignId,
    url: links.url,
    firstAt: clicks.firstAt,
    lastAt: clicks.lastAt,
    clicks: clicks.clicks,
    machineClicks: clicks.machineClicks,
  };
  return {
    /** Counts a click. It is stored when this returns. */
    async record(click: Click): Promise<void> {
      await database.atomically((write) => ({
        counted: counting({ write, tables }, click),
        unmasked: unmasking({ write, tables }, click),
        marked: marking({ write, tables }, click),
      }));
    },

    /** The links of some mails that were followed, each mail's in the order of its campaign's links. */
    async ofDeliveries(query: {
      workspaceId: WorkspaceId;
      deliveryIds: readonly string[];
      countMax: number;
    }): Promise<ClickOnLink[]> {
      if (query.deliveryIds.length === 0) return [];
      return (
        read
          .select(shown)
          .from(clicks)
          .innerJoin(links, eq(links.id, clicks.linkId))
          // The workspace is checked on the links: checking it on the clicks would make SQLite read all of the workspace's
          // clicks.
          .where(
            and(inArray(clicks.deliveryId, [...query.deliveryIds]), eq(links.workspaceId, query.workspaceId)),
          )
          .orderBy(asc(links.position))
          .limit(query.countMax)
      );
    },

    /** The clicks of one person's data, by link and then by delivery, after the given ones. */
    async batchOf(query: {
      workspaceId: WorkspaceId;
      after: { linkId: string; deliveryId: string };
      countMax: number;
    }) {
      const { linkId, deliveryId } = query.after;
      return read
        .select(shown)
        .from(clicks)
        .innerJoin(links, eq(links.id, clicks.linkId))
        .where(
          and(
            eq(clicks.workspaceId, query.workspaceId),
            // The index begins with the link; of that link only what comes after the delivery counts.
            gte(clicks.linkId, linkId),
            or(gt(clicks.linkId, linkId), gt(clicks.deliveryId, deliveryId)),
          ),
        )
        .orderBy(asc(clicks.linkId), asc(clicks.deliveryId))
        .limit(query.countMax);
    },
  };
}

type Writing = { write: Builder; tables: Tables };

function counting({ write, tables: { clicks } }: Writing, click: Click) {
  const { deliveryId, linkId, workspaceId, isMachine, now } = click;
  const at = isMachine ? null : now;
  return write
    .insert(clicks)
    .values({
      deliveryId,
      linkId,
      workspaceId,
      firstAt: at,
      lastAt: at,
      seenAt: now,
      clicks: isMachine ? 0 : 1,
      machineClicks: isMachine ? 1 : 0,
    })
    .onConflictDoUpdate({
      target: [clicks.deliveryId, clicks.linkId],
      set: {
        firstAt: sql`coalesce(${clicks.firstAt}, excluded."firstAt")`,
        lastAt: sql`coalesce(excluded."lastAt", ${clicks.lastAt})`,
        seenAt: sql`excluded."seenAt"`,
        clicks: sql`${clicks.clicks} + excluded."clicks"`,
        machineClicks: sql`${clicks.machineClicks} + excluded."machineClicks"`,
      },
    });
}

/**
 * A program that follows every link of a mail shows itself only with its second click. So if more than one link was
 * followed within the time, the latest click on each of them is counted as a machine's, including this one.
 */
function unmasking({ write, tables: { clicks } }: Writing, { now, burstMs, ...mail }: Click) {
  const ofThisMail = and(eq(clicks.deliveryId, mail.deliveryId), eq(clicks.workspaceId, mail.workspaceId));
  const seenNow = write
    .select({ count: sql`count(*)` })
    .from(clicks)
    .where(and(ofThisMail, gt(clicks.seenAt, now - burstMs)));
  return write
    .update(clicks)
    .set({
      clicks: sql`${clicks.clicks} - 1`,
      machineClicks: sql`${clicks.machineClicks} + 1`,
      firstAt: sql`case when ${clicks.clicks} = 1 then null else ${clicks.firstAt} end`,
      lastAt: sql`case when ${clicks.clicks} = 1 then null else ${clicks.firstAt} end`,
    })
    .where(and(ofThisMail, gt(clicks.clicks, 0), gt(clicks.lastAt, now - burstMs), sql`(${seenNow}) > 1`));
}

/** The delivery itself records when a person first followed any link, so that lists need not look here. */
function marking({ write, tables: { clicks, deliveries } }: Writing, { deliveryId, workspaceId }: Click) {
  const first = write
    .select({ at: sql`min(${clicks.firstAt})` })
    .from(clicks)
    .where(and(eq(clicks.deliveryId, deliveryId), eq(clicks.workspaceId, workspaceId)));
  return write
    .update(deliveries)
    .set({ clickedAt: sql`(${first})` })
    .where(and(eq(deliveries.id, deliveryId), eq(deliveries.workspaceId, workspaceId)));
}
