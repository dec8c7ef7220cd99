import { postgresKit } from "./kit/postgres.ts";
import { defineTables } from "./tables.ts";

// drizzle-kit reads tables from a module's exports.
export const {
  campaigns,
  collections,
  credentials,
  deletedLeads,
  deletedMemberships,
  deletedTemplates,
  deliveries,
  images,
  leadCounts,
  leads,
  memberships,
  meta,
  oauthStates,
  passwordResets,
  sandboxMails,
  savedRows,
  sessions,
  suppressions,
  templateVersions,
  templates,
  usage,
  users,
} = defineTables(postgresKit);
