import type { Kit } from "./kit/sqlite.ts";
import { accountTables } from "./tables/accounts.ts";
import { agentPlans } from "./tables/api.ts";
import { campaignDomains, campaignTimes } from "./tables/campaignInsight.ts";
import { campaignActivity, campaignPlans, enrolments, planMails } from "./tables/campaignPlans.ts";
import {
  campaignContents,
  campaignCounts,
  campaigns,
  deliveries,
  leadMails,
  sandboxMails,
  uncountedMails,
  usage,
} from "./tables/campaigns.ts";
import {
  knownDevices,
  passwordResets,
  preferences,
  samples,
  sessions,
  users,
  workspaceMembers,
  workspaces,
} from "./tables/identity.ts";
import { filePieces, importChanges, imports, storedFiles } from "./tables/imports.ts";
import { inboundTables } from "./tables/inbound.ts";
import { meta, rateWindows, turns } from "./tables/installation.ts";
import { jobs } from "./tables/jobs.ts";
import { keyTables } from "./tables/keys.ts";
import {
  collections,
  customFields,
  deletedLeads,
  deletedMemberships,
  denials,
  leadCounts,
  leadNotes,
  leads,
  memberships,
  segments,
  suppressions,
} from "./tables/leads.ts";
import { sendingTables } from "./tables/sending.ts";
import {
  deletedTemplates,
  images,
  savedRows,
  templateFolders,
  templatePlaces,
  templates,
  templateVersions,
} from "./tables/templates.ts";
import { clicks, links, optouts } from "./tables/tracking.ts";
import { transactionalTables } from "./tables/transactional.ts";
import { webhookTables } from "./tables/webhooks.ts";

/**
 * Every table, over one dialect's kit. There are no foreign keys: each row carries its workspace, every statement
 * names it, and rows that belong together go in one `atomically`.
 */
export function defineTables(kit: Kit) {
  return {
    ...accountTables(kit),
    ...sendingTables(kit),
    agentPlans: agentPlans(kit),
    campaignActivity: campaignActivity(kit),
    campaignContents: campaignContents(kit),
    campaignCounts: campaignCounts(kit),
    campaignPlans: campaignPlans(kit),
    campaignDomains: campaignDomains(kit),
    campaignTimes: campaignTimes(kit),
    campaigns: campaigns(kit),
    clicks: clicks(kit),
    collections: collections(kit),
    customFields: customFields(kit),
    deletedLeads: deletedLeads(kit),
    deletedMemberships: deletedMemberships(kit),
    deletedTemplates: deletedTemplates(kit),
    deliveries: deliveries(kit),
    denials: denials(kit),
    enrolments: enrolments(kit),
    filePieces: filePieces(kit),
    images: images(kit),
    ...inboundTables(kit),
    importChanges: importChanges(kit),
    imports: imports(kit),
    jobs: jobs(kit),
    ...keyTables(kit),
    knownDevices: knownDevices(kit),
    leadCounts: leadCounts(kit),
    leadMails: leadMails(kit),
    leadNotes: leadNotes(kit),
    leads: leads(kit),
    links: links(kit),
    memberships: memberships(kit),
    meta: meta(kit),
    optouts: optouts(kit),
    passwordResets: passwordResets(kit),
    planMails: planMails(kit),
    preferences: preferences(kit),
    samples: samples(kit),
    sandboxMails: sandboxMails(kit),
    rateWindows: rateWindows(kit),
    savedRows: savedRows(kit),
    segments: segments(kit),
    sessions: sessions(kit),
    storedFiles: storedFiles(kit),
    suppressions: suppressions(kit),
    templateFolders: templateFolders(kit),
    templatePlaces: templatePlaces(kit),
    templateVersions: templateVersions(kit),
    templates: templates(kit),
    ...transactionalTables(kit),
    turns: turns(kit),
    uncountedMails: uncountedMails(kit),
    usage: usage(kit),
    users: users(kit),
    ...webhookTables(kit),
    workspaceMembers: workspaceMembers(kit),
    workspaces: workspaces(kit),
  };
}

export type Tables = ReturnType<typeof defineTables>;
