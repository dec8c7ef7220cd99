import { postgresKit } from "./kit/postgres.ts";
import { defineTables } from "./tables.ts";

// drizzle-kit reads tables from a module's exports.
export const {
  campaignCounts,
  campaigns,
  clicks,
  collections,
  credentials,
  deletedLeads,
  deletedMemberships,
  deletedTemplates,
  deliveries,
  images,
  importChanges,
  imports,
  leadCounts,
  leads,
  links,
  memberships,
  meta,
  oauthStates,
  passwordResets,
  preferences,
  sandboxMails,
  savedRows,
  sessions,
  suppressions,
  templateVersions,
  templates,
  usage,
  users,
} = defineTables(postgresKit);
