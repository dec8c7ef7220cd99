import { Refusal } from "../../contract/errors.ts";
import type { PlannedScope, Scope } from "../../contract/identity/scope.ts";
import { accountLimits } from "../../contract/limits/identity.ts";
import { refused } from "../../contract/refused.ts";
import type { SendInput } from "../../contract/schemas/campaign.ts";
import { credentialInput } from "../../contract/schemas/credential.ts";
import { leadInput } from "../../contract/schemas/lead.ts";
import type { Start } from "../../contract/schemas/start.ts";
import { pause } from "../../contract/sending/pause.ts";
import { sandboxAccount } from "../../contract/sending/sandboxAccount.ts";
import { sendsFrom } from "../../contract/sending/sendsFrom.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import { createSampleStore, type Sample } from "../../db/stores/start/samples.ts";
import { createStepStore } from "../../db/stores/start/steps.ts";
import { starters } from "../../mail/starters/starters.ts";
import type { CredentialService } from "../accounts/index.ts";
import type { Core } from "../core/core.ts";
import { inTexts } from "../core/inWords.ts";
import type { LeadActionService, LeadService } from "../leads/index.ts";
import type { SendingPort } from "../sending/boundary/port.ts";
import type { TemplateDeletions, TemplateService } from "../templates/index.ts";
import { sampleLeads } from "./sampleLeads.ts";

type Parts = {
  leads: Pick<LeadService, "add"> & Pick<LeadActionService, "act">;
  templates: Pick<TemplateService, "add" | "render">;
  deletions: Pick<TemplateDeletions, "remove">;
  accounts: Pick<CredentialService, "list" | "add" | "remove">;
  sending: {
    send(scope: PlannedScope, input: SendInput, key: string | null): Promise<{ campaignId: string }>;
  };
  sender: Pick<SendingPort, "tell" | "quiet">;
};

type SampleWish = { only?: "leads" | undefined; origin: string | null };

export type StartService = ReturnType<typeof createStart>;

/** How far a workspace has come with its first mail, and the sample data with which somebody can look around first. */
export function createStart(core: Core, parts: Parts) {
  const steps = createStepStore(core.database);
  const store = createSampleStore(core.database);
  const add = createSampleMaker(core, parts);

  return {
    of: (scope: Scope): Promise<Start> => steps.of(scope),

    async change(scope: Scope, { putAway }: { putAway: boolean }): Promise<Start> {
      await steps.putAway(scope, putAway ? core.clock.now() : null);
      return steps.of(scope);
    },

    /**
     * Each thing is noted as soon as it is there, so that whatever was made before a refusal can be taken away too.
     * @throws {Refusal} plan_limit where no sample lead fits, not_found where there is no sandbox.
     */
    async addSamples(scope: PlannedScope, { only, origin }: SampleWish): Promise<Start> {
      if (only === undefined && !core.settings.sandbox) throw refused("sandbox_disabled");
      const note = (noted: readonly Sample[]) => store.note(scope.workspaceId, noted);
      const leadIds = await add.leads(scope, note);
      if (only === undefined && leadIds.length > 0) {
        const templateId = await add.template(scope, { origin, note });
        const sendsAs = await add.account(scope, note);
        const subject = inTexts(answerTexts).start.subject;
        const input = { ...sendsAs, subject, templateId, leads: leadIds };
        const { campaignId } = await parts.sending.send(scope, input as SendInput, null);
        await note([{ kind: "campaign", id: campaignId }]);
      }
      return steps.of(scope);
    },

    /**
     * Takes away what came with the sample data, and nothing else: an account that other campaigns went through stays, and
     * so does a template that somebody has shared with everybody.
     */
    async removeSamples(scope: Scope): Promise<Start> {
      const { workspaceId } = scope;
      const samples = await store.of(workspaceId);
      const idsOf = (kind: Sample["kind"]) =>
        samples.flatMap((each) => (each.kind === kind ? [each.id] : []));
      const campaignIds = idsOf("campaign");
      const accountIds = idsOf("account");
      if (campaignIds.length > 0) {
        await store.stop({ workspaceId, campaignIds }, core.clock.now());
        // What is under way ends before its rows go; nobody waits for it for long.
        const waited = new AbortController();
        const quiet = Promise.all(accountIds.map((id) => parts.sender.quiet(id)));
        await Promise.race([quiet, pause(accountLimits.drainMs, waited.signal)]);
        waited.abort();
        await store.removeCampaigns({ workspaceId, campaignIds });
      }
      for (const id of accountIds)
        if (!(await store.isUsedBeside({ workspaceId, campaignIds, accountId: id })))
          await ifThere(parts.accounts.remove({ ...scope, id }));
      for (const id of idsOf("template"))
        await ifThere(parts.deletions.remove({ scope, id, person: { role: "user" } }));
      const ids = idsOf("lead");
      if (ids.length > 0) await parts.leads.act(scope, { action: "delete", which: { ids } });
      await store.forget(workspaceId);
      return steps.of(scope);
    },
  };
}

type Note = (noted: readonly Sample[]) => Promise<void>;

function createSampleMaker(core: Core, { leads, templates, accounts }: Parts) {
  const store = createSampleStore(core.database);
  return {
    /** As many as the plan has room for; whoever has such an address already stays as they are. */
    async leads(scope: PlannedScope, note: Note): Promise<string[]> {
      const known = (await store.of(scope.workspaceId)).filter(({ kind }) => kind === "lead");
      const ids = known.map(({ id }) => id);
      for (const sample of ids.length > 0 ? [] : sampleLeads)
        try {
          const { _id: id } = await leads.add(scope, leadInput.parse(sample));
          ids.push(id);
          await note([{ kind: "lead", id }]);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          if (error.code === "plan_limit" && ids.length === 0) throw error;
        }
      return ids;
    },

    async template(scope: Scope, { origin, note }: { origin: string | null; note: Note }): Promise<string> {
      const design = starters.find(({ key }) => key === "newsletter")?.make();
      const name = inTexts(answerTexts).start.templateName;
      const { html } = await templates.render(scope, { design, origin });
      const { _id: id } = await templates.add(scope, { name, design, html });
      await note([{ kind: "template", id }]);
      return id;
    },

    /** The sandbox that is there already, else a new one; mails to nobody go through no other account. */
    async account(scope: Scope, note: Note): Promise<Pick<SendInput, "from" | "type">> {
      const known = (await accounts.list(scope)).find(({ provider }) => provider === "sandbox");
      if (known !== undefined) return sendsFrom(known);
      const added = await accounts.add(scope, credentialInput.parse(sandboxAccount));
      await note([{ kind: "account", id: added._id }]);
      return sendsFrom(added);
    },
  };
}

/** Somebody may have taken it away before. */
async function ifThere(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
