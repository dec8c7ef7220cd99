import { Refusal } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Template } from "../../contract/schemas/template.ts";
import { createTemplateStore, type TemplateRow } from "../../db/stores/templates.ts";
import type { Core } from "../core.ts";
import { type RenderedDesign, renderDesign } from "../design/renderDesign.ts";
import { safeHtml } from "../design/safeHtml.ts";
import type { Caller } from "../routes/route.ts";

type Fields = { name?: string | undefined; design?: unknown; html?: string | undefined };
type Who = Pick<Caller, "uid" | "role">;

const notFound = () => new Refusal("not_found", "There is no such template. It may have been deleted.");
const onlyAdmins = (deed: string) =>
  new Refusal(
    "forbidden",
    `Public templates can be ${deed} by administrators only. Save a copy with Save As.`,
  );

export type TemplateService = ReturnType<typeof createTemplateService>;

/** One person's templates, and the public ones that belong to everybody. */
export function createTemplateService(core: Core) {
  const templates = createTemplateStore(core.database);
  const countMax = limits.templates.streamBatch;
  return {
    ...changing(core),

    /** The person's own, a few at a time: designs are large. */
    owned: (ownerId: string): AsyncGenerator<Template[]> =>
      inBatches((afterId) => templates.ownedBatch({ ownerId, afterId, countMax })),

    shared: (): AsyncGenerator<Template[]> =>
      inBatches((afterId) => templates.publicBatch({ afterId, countMax })),

    /** @throws {Refusal} bad_request when the design cannot be drawn. */
    render: ({ design, name }: { design?: unknown; name: string }): Promise<RenderedDesign> =>
      renderDesign({ design, name, base: core.settings.publicUrl }),

    /** The HTML of a template that this person may use: an own or a public one; else null. */
    async htmlFor(ownerId: string, id: string): Promise<string | null> {
      const row = await templates.byId(id);
      return row !== null && (row.public || row.ownerId === ownerId) ? row.html : null;
    },
  };
}

function changing(core: Core) {
  const templates = createTemplateStore(core.database);

  /** The template, if this person may change it. */
  async function changeable({ who, id, deed }: { who: Who; id: string; deed: string }): Promise<TemplateRow> {
    const row = await templates.byId(id);
    if (row === null || !(row.public || row.ownerId === who.uid)) throw notFound();
    if (row.public && who.role !== "admin") throw onlyAdmins(deed);
    return row;
  }

  return {
    /** @throws {Refusal} conflict when there are as many as are allowed. */
    async add(ownerId: string, fields: { name: string; design?: unknown; html: string }): Promise<Template> {
      const now = core.clock.now();
      const row: TemplateRow = {
        id: core.newId(),
        ownerId,
        name: fields.name,
        design: fields.design ?? null,
        html: safeHtml(fields.html),
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
    async change({ who, id }: { who: Who; id: string }, change: Fields & { version?: number | undefined }) {
      await changeable({ who, id, deed: "changed" });
      const { version = null, ...given } = change;
      const fields = given.html === undefined ? given : { ...given, html: safeHtml(given.html) };
      const row = await templates.change({ ...fields, id, version, now: core.clock.now() });
      if (row !== null) return templateAnswer(row);
      if ((await templates.byId(id)) === null) throw notFound();
      throw new Refusal(
        "conflict",
        "This template was saved elsewhere since you opened it. Keep your work with Save As, or open it again to see the newer one.",
      );
    },

    /** @throws {Refusal} not_found, forbidden. */
    async remove({ who, id }: { who: Who; id: string }): Promise<void> {
      await changeable({ who, id, deed: "deleted" });
      if (!(await templates.remove(id))) throw notFound();
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

function refuseTooMany(templateCount: number): void {
  const max = limits.templates.perUser;
  if (templateCount > max)
    throw new Refusal("conflict", `At most ${max} templates fit. Delete one that you no longer need first.`);
}

function templateAnswer(row: TemplateRow): Template {
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
