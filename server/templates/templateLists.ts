import type { Scope } from "../../contract/identity/scope.ts";
import { pageLimits } from "../../contract/limits/http.ts";
import type { Template, TemplateSort } from "../../contract/schemas/template.ts";
import type { Place } from "../../db/keyset.ts";
import {
  createTemplateStore,
  isTemplatePlace,
  type TemplateSummaryRow,
} from "../../db/stores/templates/templates.ts";
import type { Core } from "../core/core.ts";
import { cursorAt, placeAt } from "../core/listCursor.ts";
import { withFields } from "../http/chosenFields.ts";
import { jsonList } from "../http/jsonList.ts";
import { templateAnswer } from "./templateAccess.ts";

type Which = "own" | "public";
type Name = keyof Template;
type Query = {
  search?: string | undefined;
  sort?: TemplateSort | undefined;
  order?: "asc" | "desc" | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
  fields?: readonly Name[] | undefined;
};

/** Templates in an order, found by their names, by cursor, with chosen fields. */
export function createTemplateLists(core: Pick<Core, "database">) {
  const store = createTemplateStore(core.database);

  /** Each by itself: with its design a template may weigh two megabytes. */
  async function* written(rows: readonly TemplateSummaryRow[], fields: readonly Name[] | undefined) {
    const isLight = fields?.every((name) => name !== "design" && name !== "html") ?? false;
    if (isLight) yield withFields(rows.map(lightAnswer), fields);
    else
      for (const { id } of rows) {
        const row = await store.byId(id);
        // Whoever deletes it meanwhile leaves it out.
        if (row !== null) yield withFields([templateAnswer(row)], fields);
      }
  }

  return {
    /** The whole list where there is neither limit nor cursor. @throws {Refusal} bad_request for a cursor of another list. */
    async answer({ workspaceId }: Scope, which: Which, query: Query): Promise<Response> {
      const { sort = null, limit, cursor, fields } = query;
      const search = query.search?.trim() || null;
      const order = query.order ?? (sort === "createdAt" || sort === "updatedAt" ? "desc" : "asc");
      const list = ["templates", which, workspaceId, sort, order, search];
      const isPlace = (values: readonly unknown[]): values is Place =>
        isTemplatePlace(core.database, sort, values);
      const isCut = limit !== undefined || cursor !== undefined;
      const countMax = isCut ? (limit ?? pageLimits.sizeDefault) : Number.MAX_SAFE_INTEGER;
      const found = await store.pageBehind({
        workspaceId: which === "own" ? workspaceId : null,
        search,
        sort,
        order,
        place: cursor === undefined ? null : placeAt(list, cursor, isPlace),
        countMax: isCut ? countMax + 1 : countMax,
      });
      const shown = found.slice(0, countMax);
      const rows = written(
        shown.map(({ row }) => row),
        fields,
      );
      if (!isCut) return jsonList(rows);
      const last = found.length > shown.length ? shown.at(-1) : undefined;
      const next = last === undefined ? null : cursorAt(list, last.place);
      return jsonList(rows, { before: '{"items":', after: `,"next":${JSON.stringify(next)}}` });
    },
  };
}

/** What a template says is not asked for where it is not read. */
function lightAnswer(row: TemplateSummaryRow): Template {
  return templateAnswer({ ...row, workspaceId: "", design: null, html: "" });
}
