import { templateLimits } from "../../contract/limits/templates.ts";
import { refused } from "../../contract/refused.ts";
import type { Template } from "../../contract/schemas/template.ts";
import { createDeletedTemplateStore } from "../../db/stores/templates/deletedTemplates.ts";
import { createTemplateStore } from "../../db/stores/templates/templates.ts";
import type { Core } from "../core/core.ts";
import { type TemplateChange, templateAccess, templateAnswer, templateNotFound } from "./templateAccess.ts";
import { refuseTooMany } from "./templates.ts";

export type TemplateDeletions = ReturnType<typeof createTemplateDeletions>;

/** Deleting a template, and thinking better of it for a few minutes. */
export function createTemplateDeletions(core: Core) {
  const { changeable } = templateAccess(createTemplateStore(core.database));
  const deleted = createDeletedTemplateStore(core.database);
  return {
    /** Answers what the undoing asks for. @throws {Refusal} not_found, forbidden. */
    async remove(request: TemplateChange): Promise<string> {
      await changeable(request, "deleted");
      const deletionId = core.newId();
      const { id, scope } = request;
      const done = await deleted.remove({
        id,
        deletionId,
        deletedBy: scope.workspaceId,
        now: core.clock.now(),
      });
      if (!done) throw templateNotFound();
      return deletionId;
    },

    /**
     * The template as it was. @throws {Refusal} not_found when it was too long ago or undone already, forbidden when
     * it is public and the caller no longer an administrator, conflict when there is no room for it any more.
     */
    async undo({ scope, person, id: deletionId }: TemplateChange): Promise<Template> {
      const after = core.clock.now() - templateLimits.undoMs;
      const deletedBy = scope.workspaceId;
      const row = await deleted.restore({ deletionId, deletedBy, after }, (restored, count) => {
        if (restored?.public && person.role !== "admin") throw refused("template_restore_public");
        refuseTooMany(restored?.workspaceId ? count : 0);
      });
      if (row === null) throw refused("undo_too_late");
      return templateAnswer(row);
    },

    async forgetOld(): Promise<void> {
      await deleted.forget(core.clock.now() - templateLimits.undoMs);
    },
  };
}
