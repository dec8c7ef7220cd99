import { and, count, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { UserId, WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder, Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { countsIn } from "../campaigns/campaignCounts.ts";
import { isHandingOver } from "../campaigns/handingOver.ts";
import { isShown } from "../campaigns/plans/plans.ts";
import { cancelledAt } from "../campaigns/rowMoves.ts";
import { enqueueing, type NewJob } from "../jobs/enqueueing.ts";
import { removingSome } from "./removingRows.ts";
import { countingOthers } from "./workspaces.ts";

type Holdings = {
  leads: number;
  collections: number;
  templates: number;
  publicTemplates: number;
  campaigns: number;
  deliveries: number;
  accounts: number;
  suppressions: number;
  sandboxMails: number;
};

/** All data of one workspace, in whatever table: counting and deleting it. */
export function createAccountDataStore(database: Database) {
  return { ...looking(database), ...removing(database) };
}

function looking({ read, atomically, tables }: Database) {
  /** By stored counts: there may be millions of mails in campaigns, and counting the rows would delay everybody. */
  async function campaignMailsOf(workspaceId: WorkspaceId): Promise<number> {
    const { campaignCounts, campaigns } = tables;
    const rows = await read
      .select({ kept: campaignCounts })
      .from(campaigns)
      .innerJoin(campaignCounts, eq(campaignCounts.campaignId, campaigns.id))
      .where(and(eq(campaigns.workspaceId, workspaceId), isNull(campaigns.mailKind)));
    const each = rows.flatMap(({ kept }) => Object.values(countsIn(kept).counts));
    return each.reduce((sum, count) => sum + count, 0);
  }
  return {
    async holdingsOf(workspaceId: WorkspaceId): Promise<Holdings> {
      const countIn = async (
        table: OwnedTable,
        where: SQL | undefined = eq(table.workspaceId, workspaceId),
      ) => {
        const [row] = await read.select({ count: count() }).from(table).where(where);
        return row?.count ?? 0;
      };
      const { templates, campaignPlans } = tables;
      const ofTemplates = (isPublic: boolean) =>
        countIn(
          owned(templates),
          and(eq(templates.workspaceId, workspaceId), eq(templates.public, isPublic)),
        );
      return {
        leads: await countIn(owned(tables.leads)),
        collections: await countIn(owned(tables.collections)),
        templates: await ofTemplates(false),
        publicTemplates: await ofTemplates(true),
        // As the list of campaigns has them: one has a row of its own for each of its mails, variants and accounts.
        campaigns: await countIn(
          owned(campaignPlans),
          and(eq(campaignPlans.workspaceId, workspaceId), isShown(tables)),
        ),
        // Of mails that were asked for one by one an index has each; their calls may be hundreds of thousands.
        deliveries: (await campaignMailsOf(workspaceId)) + (await countIn(owned(tables.transactionalMails))),
        accounts: await countIn(owned(tables.credentials)),
        suppressions: await countIn(owned(tables.suppressions)),
        sandboxMails: await countIn(owned(tables.sandboxMails)),
      };
    },

    /** Stops everything this person is sending, and returns the accounts that were sending it. */
    async stopSending({ workspaceId, now }: { workspaceId: WorkspaceId; now: number }): Promise<string[]> {
      const { campaigns, credentials } = tables;
      const { accounts } = await atomically((write) => ({
        cancelled: write
          .update(campaigns)
          .set(cancelledAt(now))
          .where(
            and(
              eq(campaigns.workspaceId, workspaceId),
              or(inArray(campaigns.state, ["running", "paused"]), isHandingOver(tables)),
            ),
          ),
        accounts: write
          .select({ id: credentials.id })
          .from(credentials)
          .where(eq(credentials.workspaceId, workspaceId)),
      }));
      return accounts.map((row) => row.id);
    },
  };
}

/**
 * A large account cannot be deleted in one statement without making everybody else wait. So one commit deletes the person,
 * every way to sign in and every sending account; the rest, which then belongs to nobody, is deleted in batches by a job
 * that is written in the same commit and continues after a crash.
 */
function removing({ atomically, tables }: Database) {
  return {
    /**
     * Answers the sessions that ended; `jobs` go on with what is left. Public templates stay for everybody, with
     * nobody's name on them. `allow` sees how many others work in the workspace, and undoes it by throwing.
     */
    async close({ allow, ...closed }: Closed & { allow: (otherCount: number) => void }): Promise<string[]> {
      const { ended } = await atomically(
        (write) => ({
          others: countingOthers(write, tables, closed),
          ...leaving(write, tables, closed.userId),
          ...closing({ write, tables, ...closed }),
        }),
        ({ others }) => allow(others[0]?.count ?? 0),
      );
      return ended.map((row) => row.id);
    },

    /** Deletes up to a number of rows of each of the large tables, and returns how many it deleted. */
    async removeSome({
      workspaceId,
      countMax,
    }: {
      workspaceId: WorkspaceId;
      countMax: number;
    }): Promise<number> {
      const gone = await atomically((write) => removingSome({ write, tables, workspaceId, countMax }));
      return Object.values(gone).reduce<number>(
        (sum, rows) => sum + (Array.isArray(rows) ? rows.length : 0),
        0,
      );
    },

    /** Deletes everything else that names this owner, from all tables. */
    async removeRest(workspaceId: WorkspaceId): Promise<void> {
      const { deliveries, campaigns } = tables;
      await atomically((write) => ({
        deliveries: write
          .delete(deliveries)
          .where(inArray(deliveries.campaignId, idsIn(write, owned(campaigns), workspaceId))),
        // Deliveries have no index by owner, but one by campaign.
        others: Object.values(tables)
          .filter((table) => "workspaceId" in table && table !== deliveries)
          .map((table) => write.delete(owned(table)).where(eq(owned(table).workspaceId, workspaceId))),
      }));
    },
  };
}

/** All tables whose rows name their owner; new ones are included without a change here. */
type OwnedTable = Tables["campaigns"];

const owned = (table: unknown) => table as OwnedTable;

function idsIn(builder: Builder, table: OwnedTable, workspaceId: WorkspaceId) {
  return builder.select({ id: table.id }).from(table).where(eq(table.workspaceId, workspaceId));
}

type Removal = { write: Builder; tables: Tables; workspaceId: WorkspaceId };

/** Whose account ends, and the workspace that ends with it. */
type Closed = { userId: UserId; workspaceId: WorkspaceId; jobs: readonly NewJob[] };

/** The person, with every way in and wherever they are a member. */
function leaving(write: Builder, tables: Tables, userId: UserId) {
  const { sessions, passwordResets, knownDevices, users, workspaceMembers } = tables;
  return {
    ended: write.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id }),
    passwordResets: write.delete(passwordResets).where(eq(passwordResets.userId, userId)),
    knownDevices: write.delete(knownDevices).where(eq(knownDevices.userId, userId)),
    members: write.delete(workspaceMembers).where(eq(workspaceMembers.userId, userId)),
    user: write.delete(users).where(eq(users.id, userId)),
  };
}

/** Their workspace, with every sending account. */
function closing({ write, tables, workspaceId, jobs }: Removal & Pick<Closed, "jobs">) {
  const { oauthStates, workspaces } = tables;
  const {
    uncountedMails,
    usage,
    accountDays,
    credentials,
    mailboxReadings,
    imports,
    templates,
    templateVersions,
  } = tables;
  const { domainChecks, signingKeys } = tables;
  return {
    workspace: write.delete(workspaces).where(eq(workspaces.workspaceId, workspaceId)),
    oauthStates: write.delete(oauthStates).where(eq(oauthStates.workspaceId, workspaceId)),
    uncounted: write.delete(uncountedMails).where(eq(uncountedMails.workspaceId, workspaceId)),
    usage: write.delete(usage).where(eq(usage.workspaceId, workspaceId)),
    accountDays: write.delete(accountDays).where(eq(accountDays.workspaceId, workspaceId)),
    domainChecks: write.delete(domainChecks).where(eq(domainChecks.workspaceId, workspaceId)),
    signingKeys: write.delete(signingKeys).where(eq(signingKeys.workspaceId, workspaceId)),
    accounts: write.delete(credentials).where(eq(credentials.workspaceId, workspaceId)),
    readings: write.delete(mailboxReadings).where(eq(mailboxReadings.workspaceId, workspaceId)),
    publicVersions: write
      .update(templateVersions)
      .set({ workspaceId: "" })
      .where(inArray(templateVersions.templateId, idsOfPublic(write, templates, workspaceId))),
    publicTemplates: write
      .update(templates)
      .set({ workspaceId: "" })
      .where(and(eq(templates.workspaceId, workspaceId), eq(templates.public, true))),
    // An import in progress finds its row deleted with its next slice, and stops.
    imports: write.delete(imports).where(eq(imports.workspaceId, workspaceId)),
    jobs: jobs.map((job) => enqueueing(write, tables, job)),
  };
}

/** Their earlier versions stay with them. */
function idsOfPublic(write: Builder, templates: Tables["templates"], workspaceId: WorkspaceId) {
  return write
    .select({ id: templates.id })
    .from(templates)
    .where(and(eq(templates.workspaceId, workspaceId), eq(templates.public, true)));
}
