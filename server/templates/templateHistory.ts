import { templateLimits } from "../../contract/limits/templates.ts";
import { customNames, fillIn } from "../../contract/mergeFields.ts";
import { refused } from "../../contract/refused.ts";
import type { Template, TemplateVersion } from "../../contract/schemas/template.ts";
import { sampleLead } from "../../contract/sending/sampleLead.ts";
import { createTemplateStore } from "../../db/stores/templates/templates.ts";
import { createTemplateVersionStore } from "../../db/stores/templates/templateVersions.ts";
import type { Core } from "../core/core.ts";
import { createLeadFieldReader } from "../leads/index.ts";
import { type TemplateChange, templateAccess, templateAnswer, templateNotFound } from "./templateAccess.ts";

export type TemplateHistory = ReturnType<typeof createTemplateHistory>;

/**
 * What a template was at each save. Of a public one only administrators see it: it may hold what somebody wrote
 * before the template was shared.
 */
export function createTemplateHistory(core: Core) {
  const templates = createTemplateStore(core.database);
  const versions = createTemplateVersionStore(core.database);
  const { usable, changeable } = templateAccess(templates);
  const definitionsOf = createLeadFieldReader(core);

  async function versionOf(request: TemplateChange, version: number): Promise<Template> {
    const row = await changeable(request, "viewed");
    if (row.version === version) return templateAnswer(row);
    const earlier = await versions.version({ workspaceId: row.workspaceId, templateId: row.id, version });
    if (earlier === null) throw refused("version_gone");
    const { name, design, html, savedAt } = earlier;
    return { ...templateAnswer(row), name, design: design ?? null, html, version, updatedAt: savedAt };
  }

  return {
    /** The newest first; the first is the template as it is. @throws {Refusal} not_found, forbidden. */
    async versions(request: TemplateChange): Promise<TemplateVersion[]> {
      const { workspaceId, version, name, updatedAt } = await changeable(request, "viewed");
      const earlier = await versions.versionsOf({ workspaceId, templateId: request.id });
      return [{ version, name, savedAt: updatedAt }, ...earlier];
    },

    /** @throws {Refusal} not_found, forbidden. */
    version: versionOf,

    /** Saves an earlier version anew, so that what it replaces is kept too. @throws {Refusal} not_found, forbidden. */
    async restore(request: TemplateChange, version: number): Promise<Template> {
      const { name, design, html } = await versionOf(request, version);
      const now = core.clock.now();
      const row = await templates.change({ id: request.id, version: null, name, design, html, now });
      if (row === null) throw templateNotFound();
      return templateAnswer(row);
    },

    /**
     * The mail as an invented lead would get it, of whom the workspace's own fields say nothing; the newest unless a
     * version is named.
     */
    async preview(request: TemplateChange, version: number | undefined): Promise<string> {
      const row = await usable(request);
      const isNewest = version === undefined || version === row.version;
      const { html } = isNewest ? row : await versionOf(request, version);
      const custom = customNames(await definitionsOf(request.scope));
      return fillIn(html, sampleLead, { escape: "html", custom });
    },

    async forgetOld(): Promise<void> {
      await versions.forget(core.clock.now() - templateLimits.versionMs);
    },
  };
}
