import { ownScopeOf, type PlannedScope } from "../../../contract/identity/scope.ts";
import { hashingLimits } from "../../../contract/limits/identity.ts";
import type { Lead, LeadInput } from "../../../contract/schemas/lead.ts";
import type { Database } from "../../../db/database.ts";
import { createSuppressionStore } from "../../../db/stores/leads/suppressions.ts";
import type { Caller } from "../../../server/core/caller.ts";
import { createClock } from "../../../server/core/clock.ts";
import type { Core } from "../../../server/core/core.ts";
import { createCollectionService } from "../../../server/leads/collections.ts";
import { createCustomFieldService } from "../../../server/leads/customFields.ts";
import { createLeadImportService } from "../../../server/leads/leadImports.ts";
import { createLeadService } from "../../../server/leads/leads.ts";
import { createSegmentService } from "../../../server/leads/segments/segments.ts";
import { createSecrets } from "../../../server/secrets/secrets.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { createTemplateDeletions } from "../../../server/templates/templateDeletions.ts";
import { createTemplateHistory } from "../../../server/templates/templateHistory.ts";
import { createTemplateService } from "../../../server/templates/templates.ts";
import { keptLog } from "../server/keptLog.ts";

export type LeadBook = ReturnType<typeof leadBook>;

/** Everything about leads and templates over an open database, with no server around it. Plans are off unless said. */
export function leadBook(database: Database, { plans = "off" }: { plans?: "on" | "off" } = {}) {
  const core: Core = {
    settings: readSettings({ AMPLIFY_PLANS: plans }),
    clock: createClock(),
    database,
    secrets: createSecrets(Buffer.alloc(32, 7)),
    log: keptLog().log,
    securityLog: () => {},
    passwordCosts: hashingLimits.costs,
    newId: () => Bun.randomUUIDv7(),
  };
  const leads = createLeadService(core);
  const suppressions = createSuppressionStore(database);
  const hashOf = (email: string) => core.secrets.hashAddress(email);
  return {
    core,
    leads,
    imports: createLeadImportService(core),
    collections: createCollectionService(core, { jobs: { wake() {} } }),
    fields: createCustomFieldService(core),
    segments: createSegmentService(core),
    templates: createTemplateService(core),
    history: createTemplateHistory(core),
    deletions: createTemplateDeletions(core),

    async all(workspaceId: string): Promise<Lead[]> {
      const texts = await Array.fromAsync(leads.all(ownScopeOf({ uid: workspaceId })));
      return texts.flatMap((text) => JSON.parse(`[${text}]`) as Lead[]);
    },

    /** What the link in a mail does. */
    unsubscribe: (workspaceId: string, email: string) =>
      suppressions.suppress({ workspaceId, emailHashes: [hashOf(email)], source: "recipient", now: 1 }),

    isSuppressed: (workspaceId: string, email: string) =>
      suppressions.isSuppressed({ workspaceId, emailHash: hashOf(email) }),
  };
}

export function callerNamed(uid: string, standing: Partial<Pick<Caller, "status" | "role">> = {}): Caller {
  const names = { email: `${uid}@example.com`, firstName: "Ada", lastName: "Lovelace" };
  const person = {
    uid,
    ...names,
    sessionId: `session of ${uid}`,
    status: "AMFR" as const,
    role: "user" as const,
    ...standing,
  };
  return { ...person, scope: { ...ownScopeOf(person), status: person.status } };
}

/** Somebody in their own workspace, for the services that know no more of them. */
export function scopeNamed(uid: string, standing: Partial<Pick<Caller, "status">> = {}): PlannedScope {
  return callerNamed(uid, standing).scope;
}

export function leadNamed(name: string, more: Partial<LeadInput> = {}): LeadInput {
  return {
    firstName: name,
    lastName: "Example",
    email: `${name.toLowerCase()}@example.com`,
    phone: "",
    collection: [],
    ...more,
  };
}
