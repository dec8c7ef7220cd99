import type { Scope } from "../../contract/identity/scope.ts";
import type { FieldChoice, FieldDefinition } from "../../contract/leads/customFields.ts";
import { keyOfLabel } from "../../contract/leads/fieldKeys.ts";
import { lookOfName } from "../../contract/leads/lookOfName.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import { refused } from "../../contract/refused.ts";
import type { CustomField, CustomFieldChange, CustomFieldInput } from "../../contract/schemas/leadFields.ts";
import { type CustomFieldRow, createCustomFieldStore } from "../../db/stores/leads/customFields.ts";
import type { Core } from "../core/core.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import { definitionOf } from "./leadFields.ts";
import { refusingNeeded } from "./neededByCampaigns.ts";

type Key = Scope & { id: string };

const notFound = () => refused("field_not_found");

export type CustomFieldService = ReturnType<typeof createCustomFieldService>;

/** The fields that a workspace adds to its leads. */
export function createCustomFieldService(core: Core) {
  const store = createCustomFieldStore(core.database);
  const refuseNeeded = refusingNeeded(core);

  async function addAll(
    { workspaceId }: Scope,
    inputs: readonly CustomFieldInput[],
  ): Promise<CustomFieldRow[]> {
    const before = await store.ownedBy(workspaceId);
    const taken = new Set(before.map(({ key }) => key.toLowerCase()));
    const rows = inputs.map((input, index) => {
      const key = input.key ?? keyOfLabel(input.label, taken);
      if (taken.has(key.toLowerCase())) throw refused("field_key_taken", { key });
      taken.add(key.toLowerCase());
      const position = (before.at(-1)?.position ?? -1) + 1 + index;
      const { label, kind } = input;
      const choices = choicesOf(core, input);
      const row = { id: shortId(core), workspaceId, key, label, kind, choices, position };
      return { ...row, createdAt: core.clock.now(), deletedAt: null };
    });
    const allow = refusingWrong(rows);
    if (await store.add(rows, allow)) return rows;
    // Somebody else has taken a key since, and mostly with the name that it is made of, which says more.
    allow([...(await store.ownedBy(workspaceId)), ...rows]);
    throw refused("field_key_taken", { key: rows[0]?.key ?? "" });
  }

  return {
    async list({ workspaceId }: Scope): Promise<CustomField[]> {
      return (await store.ownedBy(workspaceId)).map(answerOf);
    },

    /** @throws {Refusal} bad_request for choices that do not go with the kind; conflict for a name that is taken, or too many. */
    async add(scope: Scope, input: CustomFieldInput): Promise<CustomField> {
      const [row] = await addAll(scope, [input]);
      if (row === undefined) throw notFound();
      return answerOf(row, (await store.ownedBy(scope.workspaceId)).length - 1);
    },

    /** All of them or none. @throws {Refusal} as `add`. */
    async addAll(scope: Scope, inputs: readonly CustomFieldInput[]): Promise<FieldDefinition[]> {
      return (await addAll(scope, inputs)).map(definitionOf);
    },

    /** @throws {Refusal} not_found, bad_request, conflict. */
    async change({ workspaceId, id }: Key, change: CustomFieldChange): Promise<CustomField> {
      const all = await store.ownedBy(workspaceId);
      const before = all.find((row) => row.id === id);
      if (before === undefined) throw notFound();
      const { label, position } = change;
      // A field that is no choice is answered with none of them, and may be given back as it was.
      const isChoice = before.kind === "choice" || change.choices?.length !== 0;
      const choices = change.choices && isChoice ? changedChoices(core, before, change.choices) : undefined;
      if (choices !== undefined) {
        const kept = new Set(choices.map((choice) => choice.id));
        const gone = before.choices.map((choice) => choice.id).filter((choice) => !kept.has(choice));
        if (gone.length > 0) await refuseNeeded(workspaceId, { what: "choice", ids: new Set(gone) });
      }
      if (label !== undefined || choices !== undefined) {
        const set = { ...(label === undefined ? {} : { label }), ...(choices && { choices }) };
        const isRenamed = label !== undefined && lookOfName(label) !== lookOfName(before.label);
        const allow = refusingWrong(isRenamed ? [before] : []);
        if ((await store.change({ workspaceId, id }, set, allow)) === null) throw notFound();
      }
      if (position !== undefined) {
        const others = all.map((row) => row.id).filter((other) => other !== id);
        await store.order(workspaceId, others.toSpliced(position, 0, id));
      }
      const rows = await store.ownedBy(workspaceId);
      const index = rows.findIndex((row) => row.id === id);
      const row = rows[index];
      if (row === undefined) throw notFound();
      return answerOf(row, index);
    },

    ...leaving(core),
  };
}

function leaving(core: Core) {
  const store = createCustomFieldStore(core.database);
  const refuseNeeded = refusingNeeded(core);
  return {
    /** It can be brought back for a few minutes. @throws {Refusal} not_found; conflict while a campaign needs it. */
    async remove(key: Key): Promise<void> {
      await refuseNeeded(key.workspaceId, { what: "field", id: key.id });
      if (!(await store.remove(key, core.clock.now()))) throw notFound();
    },

    /** @throws {Refusal} not_found when it was too long ago or undone already; conflict when its name is taken, or no more fit. */
    async restore(key: Key): Promise<CustomField> {
      const after = core.clock.now() - leadLimits.undoMs;
      const row = await store.restore({ ...key, after }, refusingWrong([key]));
      if (row === null) throw refused("undo_too_late");
      if (row === "taken") throw refused("field_name_reused");
      const rows = await store.ownedBy(key.workspaceId);
      return answerOf(
        row,
        rows.findIndex(({ id }) => id === row.id),
      );
    },

    /** Takes the values of fields that nobody can bring back from all leads, and then the fields. */
    async forgetOld(): Promise<void> {
      const countMax = leadLimits.writeBatch;
      for (const field of await store.deletedUntil(core.clock.now() - leadLimits.undoMs)) {
        let afterId: string | null = "";
        while (afterId !== null) {
          afterId = await store.forgetValues({ ...field, afterId, countMax });
          await yieldToOthers();
        }
        await store.forget(field);
      }
    },
  };
}

/** As it stands in every lead that has a value, the random end of a new id is enough: 48 bits. */
function shortId(core: Pick<Core, "newId">): string {
  return core.newId().replaceAll("-", "").slice(-12);
}

function choicesMissing() {
  return refused("field_choices_missing", { max: leadLimits.choicesMax });
}

function choicesOf(core: Core, { kind, choices = [] }: CustomFieldInput): FieldChoice[] {
  if (kind !== "choice" && choices.length > 0) throw refused("field_choices_unwanted");
  if (kind === "choice" && choices.length === 0) throw choicesMissing();
  return choices.map((name) => ({ id: shortId(core), name }));
}

/** One that is named by its id, or by the name that it has, stays the one that leads have. */
function changedChoices(
  core: Core,
  before: CustomFieldRow,
  wanted: NonNullable<CustomFieldChange["choices"]>,
): FieldChoice[] {
  if (before.kind !== "choice") throw refused("field_choices_unwanted");
  if (wanted.length === 0) throw choicesMissing();
  const named = new Set(wanted.map(({ _id }) => _id));
  return wanted.map(({ _id, name }) => {
    const known =
      before.choices.find(({ id }) => id === _id) ??
      before.choices.find((choice) => choice.name === name && !named.has(choice.id));
    return { id: known?.id ?? shortId(core), name };
  });
}

/** Refuses with a conflict where there are too many, or one that is `given` its name is called as another. */
function refusingWrong(given: readonly Pick<CustomFieldRow, "id">[]) {
  const max = leadLimits.fieldsMax;
  return (all: readonly CustomFieldRow[]): void => {
    if (all.length > max) throw refused("fields_too_many", { max });
    // Of before there may be two that look alike, and they are no fault of whoever adds a third.
    const looks = Map.groupBy(all, ({ label }) => lookOfName(label));
    for (const { id, label } of all)
      if (given.some((one) => one.id === id) && (looks.get(lookOfName(label)) ?? []).length > 1)
        throw refused("field_label_taken", { field: label });
  };
}

function answerOf(row: CustomFieldRow, position: number): CustomField {
  const { id, key, label, kind, choices, createdAt } = row;
  const named = choices.map((choice) => ({ _id: choice.id, name: choice.name }));
  return { _id: id, key, label, kind, choices: named, position, createdAt };
}
