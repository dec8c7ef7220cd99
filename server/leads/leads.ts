import type { PlannedScope, Scope, WorkspaceId } from "../../contract/identity/scope.ts";
import {
  type FieldDefinition,
  type FieldPatch,
  fieldByKey,
  fieldValuesOf,
  type StoredFields,
} from "../../contract/leads/customFields.ts";
import { pageLimits } from "../../contract/limits/http.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import { refused } from "../../contract/refused.ts";
import type { Lead, LeadChange, LeadInput } from "../../contract/schemas/lead.ts";
import type { LeadMail } from "../../contract/schemas/leadActions.ts";
import type { Place } from "../../db/keyset.ts";
import { createLeadListStore, type LeadPageQuery, type ListedLead } from "../../db/stores/leads/leadLists.ts";
import { isLeadPlace } from "../../db/stores/leads/leadOrder.ts";
import { createLeadStore, type Joining } from "../../db/stores/leads/leads.ts";
import { createLeadTextStore } from "../../db/stores/leads/leadText.ts";
import type { Core } from "../core/core.ts";
import { cursorAt, placeAt } from "../core/listCursor.ts";
import { refuseChanged } from "../http/refuseChanged.ts";
import { createCollectionNames } from "./collectionNames.ts";
import { createFormerOptOuts } from "./formerOptOuts.ts";
import { createLeadActionService } from "./leadActions.ts";
import { leadsMaxOf, refuseOverPlan, refuseTooManyCollections } from "./leadAllowance.ts";
import { createLeadFieldReader, patchOf, valuesIn } from "./leadFields.ts";
import { createLeadHistories, type HistoryPage } from "./leadHistories.ts";
import { createLeadMatcher, type Matching } from "./leadMatching.ts";

type Page = { items: Lead[]; total: number; page: number; pageSize: number };
type Next = { items: Lead[]; next: string | null };
export type PageQuery = Omit<Matching, "workspaceId"> & {
  sort?: LeadPageQuery["sort"] | undefined;
  order?: LeadPageQuery["order"] | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
};
export type CursorQuery = Omit<PageQuery, "page" | "pageSize"> & {
  limit?: number | undefined;
  cursor?: string | undefined;
};
type Key = Scope & { id: string };

const notFound = () => refused("lead_not_found");
const taken = () => refused("lead_taken", {}, { field: "email" });

export type LeadService = ReturnType<typeof createLeadService>;

/** A workspace's leads. */
export function createLeadService(core: Core) {
  return { ...reading(core), ...changing(core), ...createLeadActionService(core) };
}

function reading(core: Core) {
  const lists = createLeadListStore(core.database);
  const texts = createLeadTextStore(core.database);
  const leads = createLeadStore(core.database);
  const matchOf = createLeadMatcher(core);
  const historyOf = createLeadHistories(core);
  const definitionsOf = createLeadFieldReader(core);
  return {
    /** Every lead, oldest first: batches of JSON objects with commas between them. */
    async *all({ workspaceId }: Scope): AsyncGenerator<string> {
      const nameById = await lists.namesById(workspaceId);
      const definitions = await definitionsOf({ workspaceId });
      let afterId = "";
      for (;;) {
        const batch = await texts.batchAfter({
          workspaceId,
          afterId,
          nameById,
          fieldsAs: (stored) => fieldValuesOf(definitions, stored),
          countMax: leadLimits.streamBatch,
        });
        if (batch === null) return;
        yield batch.text;
        afterId = batch.lastId;
      }
    },

    fieldsOf: definitionsOf,

    /** @throws {Refusal} not_found. */
    async one({ workspaceId, id }: Key): Promise<Lead> {
      const row = await leads.one({ workspaceId, id });
      if (row === null) throw notFound();
      const collections = await lists.collectionNamesOf({ workspaceId, leadId: id });
      return leadAnswer({ ...row, collections }, await definitionsOf({ workspaceId }));
    },

    /** What was sent to a lead, the newest first. @throws {Refusal} not_found. */
    async history(
      { workspaceId, id }: Key,
      page: HistoryPage & { before?: string | undefined } = {},
    ): Promise<LeadMail[]> {
      if ((await leads.one({ workspaceId, id })) === null) throw notFound();
      return historyOf({ workspaceId, leadId: id, ...page });
    },

    async page({ workspaceId }: Scope, query: PageQuery): Promise<Page> {
      const page = query.page ?? 1;
      const pageSize = query.pageSize ?? pageLimits.sizeDefault;
      const { rows, total } = await lists.page({
        ...(await matchOf({ workspaceId, ...query })),
        sort: query.sort ?? "createdAt",
        order: query.order ?? "asc",
        offset: (page - 1) * pageSize,
        countMax: pageSize,
      });
      const definitions = await definitionsOf({ workspaceId });
      return { items: rows.map((row) => leadAnswer(row, definitions)), total, page, pageSize };
    },

    /** The next in an order, by cursor. @throws {Refusal} bad_request for a cursor of another list. */
    async next({ workspaceId }: Scope, { limit, cursor, ...query }: CursorQuery): Promise<Next> {
      const { sort = "createdAt", order = "asc", search, collection, filter, segmentId, zone } = query;
      const list = ["leads", workspaceId, sort, order, search, collection, filter, segmentId, zone];
      const isPlace = (values: readonly unknown[]): values is Place =>
        isLeadPlace(core.database, sort, values);
      const { ids, next } = await lists.idsBehind({
        ...(await matchOf({ workspaceId, ...query })),
        sort,
        order,
        place: cursor === undefined ? null : placeAt(list, cursor, isPlace),
        countMax: limit ?? pageLimits.sizeDefault,
      });
      const definitions = await definitionsOf({ workspaceId });
      const byId = new Map((await lists.rowsOf({ workspaceId, ids })).map((row) => [row.id, row]));
      const items = ids.flatMap((id) => byId.get(id) ?? []).map((row) => leadAnswer(row, definitions));
      return { items, next: next === null ? null : cursorAt(list, next) };
    },
  };
}

function changing(core: Core) {
  const leads = createLeadStore(core.database);
  const carryOptOuts = createFormerOptOuts(core);
  const joiningOf = createJoining(core);
  const definitionsOf = createLeadFieldReader(core);
  const withCollections = namingCollections(core);

  return {
    /** @throws {Refusal} conflict when the address is a lead already, plan_limit when no more fit. */
    async add(scope: PlannedScope, input: LeadInput): Promise<Lead> {
      const { workspaceId } = scope;
      const leadsMax = leadsMaxOf(core, scope);
      const now = core.clock.now();
      const definitions = await definitionsOf(scope);
      const fields = valuesIn(patchOf(definitions, input.fields));
      await carryOptOuts(workspaceId, [input.email]);
      const row = await leads.add({
        ...namesAndAddress(input),
        id: core.newId(),
        workspaceId,
        emailHash: core.secrets.hashAddress(input.email),
        optout: input.optout ?? false,
        fields,
        said: saidBy(scope, input),
        now,
        collections: await joiningOf({ workspaceId, names: input.collection, now }),
        allow: Number.isFinite(leadsMax)
          ? (leadCount) => refuseOverPlan(scope, { leadsMax, leadCount, added: 1 })
          : null,
      });
      if (row === null) throw taken();
      return withCollections(row, definitions);
    },

    /**
     * @throws {Refusal} not_found; bad_request when a last name would be lost; conflict when the address is another
     * lead's, or only its recipient may opt in.
     */
    async change({ workspaceId, userId, id }: Key & Scope, { was, ...input }: LeadChange): Promise<Lead> {
      const before = await leads.one({ workspaceId, id });
      if (before === null) throw notFound();
      const now = core.clock.now();
      if (input.lastName === "" && before.lastName !== "")
        throw refused("fields_missing", {}, { field: "lastName" });
      const definitions = await definitionsOf({ workspaceId });
      refuseOther({ ...before, fields: fieldValuesOf(definitions, before.fields) }, was);
      const fields = patchOf(definitions, input.fields);
      await carryOptOuts(workspaceId, [input.email]);
      const row = await leads.change({
        ...namesAndAddress(input),
        before,
        ...readOf(definitions, before, was),
        emailHash: core.secrets.hashAddress(input.email),
        optout: input.optout,
        fields,
        said: saidBy({ userId }, input),
        now,
        collections: await joiningOf({ workspaceId, names: input.collection, now }),
      });
      if (row === "taken") throw taken();
      if (row === "suppressed") throw refused("lead_unsubscribed", {}, { field: "optout" });
      if (row === "denied") throw refused("lead_denied_consent", {}, { field: "consent" });
      if (row === "changedMeanwhile") throw refused("lead_changed");
      return withCollections(row, definitions);
    },

    /** @throws {Refusal} not_found. An opt-out outlives the lead. */
    async remove(key: Key): Promise<void> {
      if (!(await leads.remove(key))) throw notFound();
    },
  };
}

/** The answer about a lead that was read without the names of its collections. */
function namingCollections({ database }: Core) {
  const lists = createLeadListStore(database);
  return async (
    row: Omit<ListedLead, "collections"> & { workspaceId: WorkspaceId },
    definitions: readonly FieldDefinition[],
  ) => {
    const collections = await lists.collectionNamesOf({ workspaceId: row.workspaceId, leadId: row.id });
    return leadAnswer({ ...row, collections }, definitions);
  };
}

/** @throws {Refusal} conflict where a lead is another than was read; fields without a value are named as null, or not at all. */
function refuseOther(now: { fields: object }, { fields, ...was }: LeadChange["was"] = {}): void {
  refuseChanged(now, was);
  refuseChanged(now.fields, fields);
}

/** What of a lead has to be still as it was when it is changed, by what somebody says they read. */
function readOf(
  definitions: readonly FieldDefinition[],
  { fields: values }: { fields: StoredFields },
  was: LeadChange["was"],
): { isRead: boolean; fieldsRead: FieldPatch } {
  const named = Object.keys(was?.fields ?? {}).flatMap((key) => fieldByKey(definitions, key) ?? []);
  return {
    isRead: was !== undefined,
    fieldsRead: Object.fromEntries(named.map(({ id }) => [id, values?.[id] ?? null])),
  };
}

export function leadAnswer(row: ListedLead, definitions: readonly FieldDefinition[]): Lead {
  return {
    _id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    collection: row.collections,
    optout: row.optout,
    // One that came back within seconds of going is taken off before it is counted.
    emailCount: Math.max(0, row.emailCount),
    openedCount: row.openedCount,
    createdAt: row.createdAt,
    fields: fieldValuesOf(definitions, row.fields),
    ...consentAnswer(row),
  };
}

/** Nothing where nothing was ever said of it. */
function consentAnswer({ consent, consentAt, consentHow }: ListedLead): Partial<Lead> {
  return consentAt === null ? {} : { consent, consentAt, consentHow };
}

/** What somebody of the workspace says of a lead's consent, if they say anything. */
function saidBy({ userId }: Pick<Scope, "userId">, { consent }: LeadInput) {
  return consent === undefined ? null : ({ consent, how: "by_person", by: userId } as const);
}

/** The collections that a lead names, each as the row it would get if it were new. */
function createJoining(core: Pick<Core, "newId" | "database">) {
  const collectionNames = createCollectionNames(core);
  type Named = { workspaceId: WorkspaceId; names: readonly string[]; now: number };
  return async ({ workspaceId, names, now }: Named): Promise<Joining> => {
    const called = new Set((await collectionNames(workspaceId, names)).values());
    const fresh = [...called].map((name) => ({ id: core.newId(), workspaceId, name, createdAt: now }));
    return { fresh, allow: refuseTooManyCollections };
  };
}

function namesAndAddress({ firstName, lastName, email, phone }: LeadInput) {
  return { firstName, lastName, email, phone };
}
