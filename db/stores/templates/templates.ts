import { and, asc, count, eq, gt, type SQL, sql } from "drizzle-orm";
import { foldedText } from "../../../contract/foldedText.ts";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { TemplateSort } from "../../../contract/schemas/template.ts";
import type { Database } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";
import {
  behind,
  inOrder,
  isPlace,
  type KeysetColumns,
  type Place,
  placeFields,
  placeOf,
} from "../../keyset.ts";
import { keepingVersion, trimmingVersions } from "./templateVersions.ts";

export type TemplateRow = Database["tables"]["templates"]["$inferSelect"];
export type TemplateSummaryRow = Omit<TemplateRow, "workspaceId" | "design" | "html">;
type TemplateChange = {
  id: string;
  /** Null changes the latest version, whichever it is. */
  version: number | null;
  name?: string | undefined;
  /** Undefined leaves it unchanged; null empties it. */
  design?: unknown;
  html?: string | undefined;
  now: number;
};

type TemplateListing = {
  /** Null for the public ones. */
  workspaceId: WorkspaceId | null;
  /** A part of a name. */
  search: string | null;
  /** Null for the order of the whole list. */
  sort: TemplateSort | null;
  order: "asc" | "desc";
  place: Place | null;
  countMax: number;
};

function templatePlace(templates: Database["tables"]["templates"], sort: TemplateSort | null): KeysetColumns {
  if (sort === null) return [templates.id];
  return [sort === "name" ? sql`lower(${templates.name})` : templates[sort], templates.id];
}

/** Whether values from outside are a valid place in this order, of types that a database can compare. */
export function isTemplatePlace(
  { tables: { templates } }: Pick<Database, "tables">,
  sort: TemplateSort | null,
  values: readonly unknown[],
): values is Place {
  return isPlace(templatePlace(templates, sort), values);
}

export type TemplateStore = ReturnType<typeof createTemplateStore>;

export function createTemplateStore(database: Database) {
  return { ...looking(database), ...changing(database) };
}

function looking({ read, tables }: Database) {
  const { templates } = tables;
  /** A few at a time, because a template may be two megabytes. */
  const batch = (where: SQL | undefined, { afterId, countMax }: { afterId: string; countMax: number }) =>
    read
      .select()
      .from(templates)
      .where(and(where, gt(templates.id, afterId)))
      .orderBy(asc(templates.id))
      .limit(countMax);

  const { id, name, hasHtml, version, public: isPublic, createdAt, updatedAt } = templates;
  const light = { id, name, hasHtml, version, public: isPublic, createdAt, updatedAt };
  const summaries = (where: SQL | undefined, { countMax }: { countMax: number }) =>
    read
      .select(light)
      .from(templates)
      .where(where)
      // In the order of the index, which then has everything that is read. Starters come first among the public ones.
      .orderBy(asc(templates.workspaceId), asc(templates.id))
      .limit(countMax);

  /** Those whose folded names contain a text. They are compared here, as the names of campaigns are. */
  async function named(where: SQL | undefined, search: string): Promise<string[]> {
    const wanted = foldedText(search);
    const rows = await read.select({ id, name }).from(templates).where(where);
    return rows.flatMap((row) => (foldedText(row.name).includes(wanted) ? row.id : []));
  }

  return {
    async ownedBatch(query: {
      workspaceId: WorkspaceId;
      afterId: string;
      countMax: number;
    }): Promise<TemplateRow[]> {
      return batch(and(eq(templates.workspaceId, query.workspaceId), eq(templates.public, false)), query);
    },

    async publicBatch(query: { afterId: string; countMax: number }): Promise<TemplateRow[]> {
      return batch(eq(templates.public, true), query);
    },

    /** What a list shows of an owner's templates, without their designs. */
    async ownedSummaries(query: {
      workspaceId: WorkspaceId;
      countMax: number;
    }): Promise<TemplateSummaryRow[]> {
      return summaries(and(eq(templates.public, false), eq(templates.workspaceId, query.workspaceId)), query);
    },

    async publicSummaries(query: { countMax: number }): Promise<TemplateSummaryRow[]> {
      return summaries(eq(templates.public, true), query);
    },

    /** The next templates of an owner, or of the public ones, in an order; without their designs, but with their places. */
    async pageBehind({ workspaceId, search, sort, order, place, countMax }: TemplateListing) {
      const columns = templatePlace(templates, sort);
      const isOf =
        workspaceId === null
          ? eq(templates.public, true)
          : and(eq(templates.public, false), eq(templates.workspaceId, workspaceId));
      const rows = await read
        .select({ ...light, ...placeFields(columns) })
        .from(templates)
        .where(
          and(
            isOf,
            search === null ? undefined : isListed(tables, id, await named(isOf, search)),
            place === null ? undefined : behind(columns, { order, place }),
          ),
        )
        .orderBy(...columns.map((column) => inOrder(column, order)))
        .limit(countMax);
      return rows.map((row) => ({
        row: row as TemplateSummaryRow,
        place: placeOf(columns, row as Record<string, unknown>),
      }));
    },

    async byId(id: string): Promise<TemplateRow | null> {
      const [row] = await read.select().from(templates).where(eq(templates.id, id));
      return row ?? null;
    },
  };
}

function changing(database: Database) {
  const { tables } = database;
  const { templates } = tables;
  return {
    /** `allow` is given how many the owner has including this one, and undoes the addition by throwing. */
    async add(row: TemplateRow, allow: (templateCount: number) => void): Promise<void> {
      await database.atomically(
        (write) => ({
          added: write.insert(templates).values(row),
          counts: write
            .select({ count: count() })
            .from(templates)
            .where(eq(templates.workspaceId, row.workspaceId)),
        }),
        ({ counts }) => allow(counts[0]?.count ?? 0),
      );
    },

    /** Adds it unless one with this id exists. */
    async addOnce(row: TemplateRow): Promise<void> {
      await database.atomically((write) => ({
        added: write.insert(templates).values(row).onConflictDoNothing(),
      }));
    },

    /**
     * Increments the version in the same statement, and keeps the earlier one in the same commit. Null if the template is
     * gone or at another version than the one given.
     */
    async change({ id, version, now, ...fields }: TemplateChange): Promise<TemplateRow | null> {
      const meant = and(eq(templates.id, id), version === null ? undefined : eq(templates.version, version));
      const hasHtml = fields.html === undefined ? {} : { hasHtml: fields.html !== "" };
      const { changed } = await database.atomically((write) => ({
        kept: keepingVersion({ write, tables }, { meant, now }),
        changed: write
          .update(templates)
          .set({ ...fields, ...hasHtml, version: sql`${templates.version} + 1`, updatedAt: now })
          .where(meant)
          .returning(),
        ...trimmingVersions({ write, tables }, id),
      }));
      return changed[0] ?? null;
    },

    /** Makes it public, or one owner's alone again. The version does not change, because the content does not. */
    async publish({ id, ...fields }: { id: string; public: boolean; workspaceId: WorkspaceId }) {
      const { changed } = await database.atomically((write) => ({
        changed: write.update(templates).set(fields).where(eq(templates.id, id)).returning(),
      }));
      return changed[0] ?? null;
    },
  };
}
