import type { PlannedScope } from "../../contract/identity/scope.ts";
import { refused } from "../../contract/refused.ts";
import type { LeadQuery } from "../../contract/schemas/leadMatching.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import { inTexts } from "../core/inWords.ts";
import { withFields } from "../http/chosenFields.ts";
import { jsonList } from "../http/jsonList.ts";
import { type Route, route } from "../http/route.ts";
import type { BoundedLeads } from "./boundedLeads.ts";
import type { CollectionService } from "./collections.ts";
import type { CustomFieldService } from "./customFields.ts";
import type { LeadActionService } from "./leadActions.ts";
import { leadFile } from "./leadFile.ts";
import type { LeadImportService } from "./leadImports.ts";
import type { LeadNoteService } from "./leadNotes.ts";
import type { LeadService } from "./leads.ts";
import type { SegmentService } from "./segments/segments.ts";

type Services = {
  leads: LeadService;
  /** The same for keys that are kept to some collections. */
  bounded: BoundedLeads;
  imports: LeadImportService;
  collections: CollectionService;
  fields: CustomFieldService;
  segments: SegmentService;
  notes: LeadNoteService;
};

export function leadRoutes({
  leads,
  bounded,
  imports,
  collections,
  fields,
  segments,
  notes,
}: Services): Route[] {
  return [
    ...actionRoutes(leads),
    ...collectionRoutes(collections),
    route("GET /amplify/collections", ({ scope }) => bounded.collections(scope)),
    ...noteRoutes(notes),
    ...customFieldRoutes(fields),
    ...segmentRoutes(segments),
    route("GET /amplify/leads", ({ scope, query }) => {
      if (query.cursor !== undefined || query.limit !== undefined) return nextLeads(bounded, scope, query);
      const asksForPage = Object.values(query).some((value) => value !== undefined);
      if (asksForPage) return pageOfLeads(bounded, scope, query);
      return jsonList(scope.only?.collections ? bounded.all(scope) : leads.all(scope));
    }),
    route("POST /amplify/leads/find", ({ scope, body }) => bounded.page(scope, body)),
    route("POST /amplify/leads", ({ scope, body }) => bounded.add(scope, body)),
    route("GET /amplify/leads/{id}", ({ scope, params }) => bounded.one({ ...scope, id: params.id })),
    route("PUT /amplify/leads/{id}", ({ scope, params, body }) =>
      bounded.change({ ...scope, id: params.id }, body),
    ),
    route("DELETE /amplify/leads/{id}", async ({ scope, params }) => {
      await leads.remove({ ...scope, id: params.id });
      return { message: inTexts(answerTexts).leads.deleted };
    }),
    route("POST /amplify/leads/bulk", ({ scope, query, body }) =>
      imports.import(scope, body.leads, { tellsRows: query.answer === "rows" }),
    ),
  ];
}

/** @throws {Refusal} bad_request for both ways of paging at once. */
async function nextLeads(bounded: BoundedLeads, scope: PlannedScope, { fields, ...query }: LeadQuery) {
  if (query.page !== undefined || query.pageSize !== undefined) throw refused("cursor_and_page");
  const { items, next } = await bounded.next(scope, query);
  return { items: withFields(items, fields), next };
}

async function pageOfLeads(bounded: BoundedLeads, scope: PlannedScope, { fields, ...query }: LeadQuery) {
  const page = await bounded.page(scope, query);
  return { ...page, items: withFields(page.items, fields) };
}

function actionRoutes(leads: LeadActionService & Pick<LeadService, "history" | "fieldsOf">): Route[] {
  return [
    route("POST /amplify/leads/actions", ({ scope, query, body }) =>
      leads.act(scope, body, { tellsRows: query.answer === "rows" }),
    ),
    route("POST /amplify/leads/deletions/{id}/undo", ({ scope, params, query }) =>
      leads.undo(scope, { deletionId: params.id, ...query }),
    ),
    route("POST /amplify/leads/export", async ({ scope, body }) =>
      leadFile(await leads.exported(scope, body.which), {
        format: body.format,
        fields: await leads.fieldsOf(scope),
      }),
    ),
    route("GET /amplify/leads/{id}/history", ({ scope, params, query }) =>
      leads.history({ ...scope, id: params.id }, query),
    ),
  ];
}

function noteRoutes(notes: LeadNoteService): Route[] {
  return [
    route("GET /amplify/leads/{id}/notes", ({ scope, params }) => notes.list({ ...scope, id: params.id })),
    route("POST /amplify/leads/{id}/notes", ({ scope, params, body }) =>
      notes.add({ ...scope, id: params.id }, body.text),
    ),
    route("DELETE /amplify/leads/{id}/notes/{noteId}", async ({ scope, params }) => {
      await notes.remove({ ...scope, id: params.id }, params.noteId);
      return { message: inTexts(answerTexts).leads.noteDeleted };
    }),
  ];
}

function customFieldRoutes(fields: CustomFieldService): Route[] {
  return [
    route("GET /amplify/fields", ({ scope }) => fields.list(scope)),
    route("POST /amplify/fields", ({ scope, body }) => fields.add(scope, body)),
    route("PATCH /amplify/fields/{id}", ({ scope, params, body }) =>
      fields.change({ ...scope, id: params.id }, body),
    ),
    route("DELETE /amplify/fields/{id}", async ({ scope, params }) => {
      await fields.remove({ ...scope, id: params.id });
      return { message: inTexts(answerTexts).leads.fieldDeleted };
    }),
    route("POST /amplify/fields/{id}/restore", ({ scope, params }) =>
      fields.restore({ ...scope, id: params.id }),
    ),
  ];
}

function segmentRoutes(segments: SegmentService): Route[] {
  return [
    route("GET /amplify/segments", ({ scope }) => segments.list(scope)),
    route("POST /amplify/segments", ({ scope, body }) => segments.add(scope, body)),
    route("POST /amplify/segments/count", ({ scope, body }) => segments.count(scope, body)),
    route("GET /amplify/segments/{id}", ({ scope, params }) => segments.one({ ...scope, id: params.id })),
    route("PUT /amplify/segments/{id}", ({ scope, params, body }) =>
      segments.change({ ...scope, id: params.id }, body),
    ),
    route("DELETE /amplify/segments/{id}", async ({ scope, params }) => {
      await segments.remove({ ...scope, id: params.id });
      return { message: inTexts(answerTexts).leads.segmentDeleted };
    }),
    route("POST /amplify/segments/{id}/restore", ({ scope, params }) =>
      segments.restore({ ...scope, id: params.id }),
    ),
  ];
}

function collectionRoutes(collections: CollectionService): Route[] {
  return [
    route("POST /amplify/collections", ({ scope, body }) => collections.add({ ...scope, name: body.name })),
    route("PATCH /amplify/collections/{id}", ({ scope, params, body }) =>
      collections.rename({ ...scope, id: params.id }, body.name),
    ),
    route("POST /amplify/collections/{id}/merge", ({ scope, params, body }) =>
      collections.merge({ ...scope, id: params.id }, body.into),
    ),
    route("DELETE /amplify/collections/{id}", async ({ scope, params }) => {
      await collections.remove({ ...scope, id: params.id });
      return { message: inTexts(answerTexts).leads.collectionDeleted };
    }),
  ];
}
