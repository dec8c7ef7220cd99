import type { Kit } from "./kit/sqlite.ts";
import { campaigns } from "./tables/campaigns.ts";
import { clicks } from "./tables/clicks.ts";
import { collections } from "./tables/collections.ts";
import { credentials } from "./tables/credentials.ts";
import { deletedLeads } from "./tables/deletedLeads.ts";
import { deletedMemberships } from "./tables/deletedMemberships.ts";
import { deletedTemplates } from "./tables/deletedTemplates.ts";
import { deliveries } from "./tables/deliveries.ts";
import { images } from "./tables/images.ts";
import { importChanges } from "./tables/importChanges.ts";
import { imports } from "./tables/imports.ts";
import { leadCounts } from "./tables/leadCounts.ts";
import { leads } from "./tables/leads.ts";
import { links } from "./tables/links.ts";
import { memberships } from "./tables/memberships.ts";
import { meta } from "./tables/meta.ts";
import { oauthStates } from "./tables/oauthStates.ts";
import { passwordResets } from "./tables/passwordResets.ts";
import { preferences } from "./tables/preferences.ts";
import { sandboxMails } from "./tables/sandboxMails.ts";
import { savedRows } from "./tables/savedRows.ts";
import { sessions } from "./tables/sessions.ts";
import { suppressions } from "./tables/suppressions.ts";
import { templates } from "./tables/templates.ts";
import { templateVersions } from "./tables/templateVersions.ts";
import { usage } from "./tables/usage.ts";
import { users } from "./tables/users.ts";

/**
 * Every table, over one dialect's kit. There are no foreign keys: each row carries its owner, every statement
 * names it, and rows that belong together go in one `atomically`.
 */
export function defineTables(kit: Kit) {
  return {
    campaigns: campaigns(kit),
    clicks: clicks(kit),
    collections: collections(kit),
    credentials: credentials(kit),
    deletedLeads: deletedLeads(kit),
    deletedMemberships: deletedMemberships(kit),
    deletedTemplates: deletedTemplates(kit),
    deliveries: deliveries(kit),
    images: images(kit),
    importChanges: importChanges(kit),
    imports: imports(kit),
    leadCounts: leadCounts(kit),
    leads: leads(kit),
    links: links(kit),
    memberships: memberships(kit),
    meta: meta(kit),
    oauthStates: oauthStates(kit),
    passwordResets: passwordResets(kit),
    preferences: preferences(kit),
    sandboxMails: sandboxMails(kit),
    savedRows: savedRows(kit),
    sessions: sessions(kit),
    suppressions: suppressions(kit),
    templateVersions: templateVersions(kit),
    templates: templates(kit),
    usage: usage(kit),
    users: users(kit),
  };
}

export type Tables = ReturnType<typeof defineTables>;
