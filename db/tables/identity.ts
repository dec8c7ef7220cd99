import { sql } from "drizzle-orm";
import type { MemberRole, UserId } from "../../contract/identity/scope.ts";
import type { TrackChoice } from "../../contract/leads/consent.ts";
import type { Role, Status } from "../../contract/plans.ts";
import type { SampleKind } from "../../contract/schemas/start.ts";
import type { Kit } from "../kit/sqlite.ts";

export const users = ({ table, text, int, uniqueIndex }: Kit) =>
  table(
    "users",
    {
      id: text<UserId>().primaryKey(),
      /** Lowercase. */
      email: text().notNull(),
      firstName: text().notNull(),
      lastName: text().notNull(),
      /** Null for somebody who only ever signed in with Google. */
      passwordHash: text(),
      googleSubject: text(),
      status: text<Status>().notNull(),
      role: text<Role>().notNull(),
      createdAt: int().notNull(),
    },
    (user) => [
      uniqueIndex("users_email").on(user.email),
      uniqueIndex("users_google_subject").on(user.googleSubject),
    ],
  );

export const sessions = ({ table, text, int, index }: Kit) =>
  table(
    "sessions",
    {
      /** SHA-256 of the token: a copy of the database signs nobody in. */
      id: text().primaryKey(),
      userId: text<UserId>().notNull(),
      /** Where it works: a person's own workspace, or one that they are a member of. */
      workspaceId: text().notNull(),
      createdAt: int().notNull(),
      lastSeenAt: int().notNull(),
      /** What was signed in with, in a few words such as "Firefox on Linux"; never an address. */
      device: text().notNull(),
    },
    (session) => [index("sessions_user").on(session.userId)],
  );

/** What data belongs to. A person's own has the person's id. */
export const workspaces = ({ table, text, int }: Kit) =>
  table("workspaces", { workspaceId: text().primaryKey(), createdAt: int().notNull() });

/** Who works in a workspace, and as what. A session counts only while its person is a member where it works. */
export const workspaceMembers = ({ table, text, int, primaryKey, index, uniqueIndex }: Kit) =>
  table(
    "workspaceMembers",
    {
      workspaceId: text().notNull(),
      userId: text<UserId>().notNull(),
      role: text<MemberRole>().notNull(),
      createdAt: int().notNull(),
      /** When this person put the first steps away that their panels begin with; null while they are shown. */
      startPutAwayAt: int(),
    },
    (member) => [
      primaryKey({ columns: [member.workspaceId, member.userId] }),
      index("workspace_members_user").on(member.userId),
      // The plan is the owner's, so there is one.
      uniqueIndex("workspace_members_owner").on(member.workspaceId).where(sql`"role" = 'owner'`),
    ],
  );

/** What a person has signed in with lately, so that a mail about a new device is about a new one. */
export const knownDevices = ({ table, text, int, primaryKey }: Kit) =>
  table(
    "knownDevices",
    {
      userId: text<UserId>().notNull(),
      /** In a few words such as "Firefox on Linux", as the session says it; never an address. */
      device: text().notNull(),
      lastSignInAt: int().notNull(),
    },
    (known) => [primaryKey({ columns: [known.userId, known.device] })],
  );

/** One row per link that sets a new password; it works once and for a short while. */
export const passwordResets = ({ table, text, int, index }: Kit) =>
  table(
    "passwordResets",
    {
      /** SHA-256 of the token in the link: a copy of the database opens nothing. */
      id: text().primaryKey(),
      userId: text<UserId>().notNull(),
      createdAt: int().notNull(),
    },
    (reset) => [index("password_resets_user").on(reset.userId)],
  );

/** What somebody has chosen for all sends that do not say otherwise; without a row everything is as it comes. */
export const preferences = ({ table, text, bool }: Kit) =>
  table("preferences", {
    workspaceId: text().primaryKey(),
    trackOpens: bool().notNull(),
    trackClicks: bool().notNull(),
    /** Of whom anything is counted at all. */
    track: text<TrackChoice>().notNull().default("always"),
  });

/** What a workspace has of the sample data that it was offered to begin with, so that it can be taken away again. */
export const samples = ({ table, text, primaryKey }: Kit) =>
  table(
    "samples",
    { workspaceId: text().notNull(), kind: text<SampleKind>().notNull(), id: text().notNull() },
    (sample) => [primaryKey({ columns: [sample.workspaceId, sample.kind, sample.id] })],
  );
