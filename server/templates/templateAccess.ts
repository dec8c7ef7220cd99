import type { Scope } from "../../contract/identity/scope.ts";
import { refused } from "../../contract/refused.ts";
import type { Template } from "../../contract/schemas/template.ts";
import type { TemplateRow, TemplateStore } from "../../db/stores/templates/templates.ts";
import type { SignedIn } from "../core/caller.ts";

/** In which workspace somebody asks, and for which template. */
export type TemplateRequest = { scope: Scope; id: string };
/** The same of what an administrator may do to public ones. */
export type TemplateChange = TemplateRequest & { person: Pick<SignedIn, "role"> };

/** Who may see a template, and who may do something to it. */
export function templateAccess(templates: Pick<TemplateStore, "byId">) {
  async function usable({ scope, id }: TemplateRequest): Promise<TemplateRow> {
    const row = await templates.byId(id);
    if (row === null || !(row.public || row.workspaceId === scope.workspaceId)) throw templateNotFound();
    return row;
  }

  return {
    /** An own or a public one. @throws {Refusal} not_found. */
    usable,

    /** An own one, or for administrators a public one. @throws {Refusal} not_found, forbidden. */
    async changeable(
      request: TemplateChange,
      change: "changed" | "deleted" | "viewed",
    ): Promise<TemplateRow> {
      const row = await usable(request);
      if (row.public && request.person.role !== "admin") throw refused("template_is_public", { change });
      return row;
    },
  };
}

export const templateNotFound = () => refused("template_not_found");

export function templateAnswer(row: TemplateRow): Template {
  return {
    _id: row.id,
    name: row.name,
    design: row.design ?? null,
    html: row.html,
    version: row.version,
    public: row.public,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
