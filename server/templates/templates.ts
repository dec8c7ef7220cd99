import { Refusal } from "../../contract/errors.ts";
import type { Scope } from "../../contract/identity/scope.ts";
import { htmlLimits } from "../../contract/limits/html.ts";
import { templateLimits } from "../../contract/limits/templates.ts";
import { refused } from "../../contract/refused.ts";
import type { Template, TemplateSummary } from "../../contract/schemas/template.ts";
import { createTemplateFolderStore, type TemplatePlace } from "../../db/stores/templates/templateFolders.ts";
import {
  createTemplateStore,
  type TemplateRow,
  type TemplateSummaryRow,
} from "../../db/stores/templates/templates.ts";
import { cleaning } from "../../mail/cleaning/safeHtml.ts";
import type { Core } from "../core/core.ts";
import { longWork } from "../core/longWork.ts";
import { type RenderedDesign, renderDesign } from "./renderDesign.ts";
import {
  type TemplateChange,
  type TemplateRequest,
  templateAccess,
  templateAnswer,
  templateNotFound,
} from "./templateAccess.ts";

type Fields = { name?: string | undefined; design?: unknown; html?: string | undefined };
export type TemplateService = ReturnType<typeof createTemplateService>;

/** A workspace's templates, and the public ones that belong to everybody. */
export function createTemplateService(core: Core) {
  const templates = createTemplateStore(core.database);
  const folders = createTemplateFolderStore(core.database);
  const countMax = templateLimits.streamBatch;
  const { usable } = templateAccess(templates);

  /** What a template says that this workspace may use: an own or a public one; else null. */
  async function contentFor(
    { workspaceId }: Scope,
    id: string,
  ): Promise<Pick<TemplateRow, "html" | "design" | "version"> | null> {
    const row = await templates.byId(id);
    return row !== null && (row.public || row.workspaceId === workspaceId) ? row : null;
  }

  return {
    ...changing(core),

    /** An own or a public one, whole. @throws {Refusal} not_found. */
    one: async (request: TemplateRequest): Promise<Template> => templateAnswer(await usable(request)),

    /** What lists show: the workspace's own and the public ones, with none of their designs. */
    async summaries({ workspaceId }: Scope): Promise<TemplateSummary[]> {
      const max = templateLimits.perUser;
      const own = await templates.ownedSummaries({ workspaceId, countMax: max });
      const shared = await templates.publicSummaries({ countMax: max });
      const places = await folders.placesOf(workspaceId);
      const placeOf = new Map(places.map((place) => [place.templateId, place]));
      return [...own, ...shared].map((row) => summaryAnswer(row, placeOf.get(row.id)));
    },

    /** The workspace's own, a few at a time: designs are large. */
    owned: ({ workspaceId }: Scope): AsyncGenerator<Template[]> =>
      inBatches((afterId) => templates.ownedBatch({ workspaceId, afterId, countMax })),

    shared: (): AsyncGenerator<Template[]> =>
      inBatches((afterId) => templates.publicBatch({ afterId, countMax })),

    /**
     * Addresses lead to the installation's own; where it does not know it, to `origin`, by which it is being used.
     * @throws {Refusal} bad_request when the design cannot be drawn.
     */
    render: (
      scope: Scope,
      { design, origin }: { design?: unknown; origin: string | null },
    ): Promise<RenderedDesign> => {
      const base = core.settings.publicUrl ?? origin;
      return renderDesign({ design, base }, (work) => longWork(scope, () => work));
    },

    contentFor,
  };
}

function changing(core: Core) {
  const templates = createTemplateStore(core.database);

  const { usable, changeable } = templateAccess(templates);

  return {
    /** @throws {Refusal} conflict when there are as many as are allowed. */
    async add(scope: Scope, fields: { name: string; design?: unknown; html: string }): Promise<Template> {
      const now = core.clock.now();
      const row: TemplateRow = {
        id: core.newId(),
        workspaceId: scope.workspaceId,
        name: fields.name,
        design: fields.design ?? null,
        ...(await htmlFields(scope, (await drawnWhereLeft(core, scope, fields)) ?? "")),
        version: 1,
        public: false,
        createdAt: now,
        updatedAt: now,
      };
      await templates.add(row, refuseTooMany);
      return templateAnswer(row);
    },

    /**
     * Changes what is given and leaves the rest.
     * @throws {Refusal} not_found, forbidden, or conflict when somebody saved since `version` was read.
     */
    async change(request: TemplateChange, change: Fields & { version?: number | undefined }) {
      await changeable(request, "changed");
      const { id, scope } = request;
      const { version = null, ...given } = change;
      const html = await drawnWhereLeft(core, scope, given);
      const fields = html === undefined ? given : { ...given, html: await cleanedHtml(scope, html) };
      const row = await templates.change({ ...fields, id, version, now: core.clock.now() });
      if (row !== null) return templateAnswer(row);
      if ((await templates.byId(id)) === null) throw templateNotFound();
      throw refused("template_saved_elsewhere");
    },

    /**
     * Shares an own template with everybody, or takes one back: to whoever shared it, or to the administrator who
     * asks where it was the installation's. @throws {Refusal} not_found, forbidden to all but administrators.
     */
    async publish({ isPublic, ...request }: TemplateChange & { isPublic: boolean }): Promise<Template> {
      const { id, workspaceId } = await usable(request);
      if (request.person.role !== "admin") throw refused("template_sharing");
      const row = await templates.publish({
        id,
        public: isPublic,
        workspaceId: workspaceId || request.scope.workspaceId,
      });
      if (row === null) throw templateNotFound();
      return templateAnswer(row);
    },
  };
}

async function* inBatches(
  rowsAfter: (afterId: string) => Promise<TemplateRow[]>,
): AsyncGenerator<Template[]> {
  let afterId = "";
  for (;;) {
    const rows = await rowsAfter(afterId);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(templateAnswer);
    afterId = last.id;
  }
}

/** @throws {Refusal} conflict beyond what one workspace may keep. */
export function refuseTooMany(templateCount: number): void {
  const max = templateLimits.perUser;
  if (templateCount > max) throw refused("templates_too_many", { max });
}

/**
 * The HTML is what is sent: where a program leaves it to us, it is that of the design. One that cannot be drawn, as
 * another version of an editor may have made it, is kept all the same.
 */
async function drawnWhereLeft(
  core: Core,
  scope: Scope,
  { design, html }: Pick<Fields, "design" | "html">,
): Promise<string | undefined> {
  if (html?.trim() || design == null) return html;
  try {
    return await drawnHtml(core, scope, design);
  } catch (error) {
    if (error instanceof Refusal) return html;
    throw error;
  }
}

async function htmlFields(scope: Scope, given: string): Promise<{ html: string; hasHtml: boolean }> {
  const html = await cleanedHtml(scope, given);
  return { html, hasHtml: html !== "" };
}

/** A design as a mail. @throws {Refusal} bad_request when it is none, or one too large. */
export async function drawnHtml(
  { settings }: Pick<Core, "settings">,
  scope: Pick<Scope, "workspaceId">,
  design: unknown,
): Promise<string> {
  const asked = { design, base: settings.publicUrl };
  return (await renderDesign(asked, (work) => longWork(scope, () => work))).html;
}

/** @throws {Refusal} bad_request when it grows beyond what a template may have: it could never be saved again. */
export async function cleanedHtml(scope: Scope, html: string): Promise<string> {
  const safe = await longWork(scope, () => cleaning(html));
  if (Buffer.byteLength(safe) > htmlLimits.maxBytes) throw refused("html_too_large_cleaned");
  return safe;
}

function summaryAnswer(
  { id, ...row }: TemplateSummaryRow,
  place: TemplatePlace | undefined,
): TemplateSummary {
  const usedAt = Math.max(row.updatedAt, place?.usedAt ?? 0);
  return { _id: id, ...row, folderId: place?.folderId ?? null, usedAt };
}
