import type { Refusal } from "../../contract/errors.ts";
import type { Scope } from "../../contract/identity/scope.ts";
import { designLimits } from "../../contract/limits/design.ts";
import { refused } from "../../contract/refused.ts";
import type { SavedRow } from "../../contract/schemas/image.ts";
import { createSavedRowStore, type SavedRowRow } from "../../db/stores/templates/savedRows.ts";
import { readDesign } from "../../mail/design/design.ts";
import type { Core } from "../core/core.ts";

type Key = Scope & { id: string };
const { undoMs, savedRows } = designLimits;
const { perUser } = savedRows;

export type SavedRowService = ReturnType<typeof createSavedRowService>;

/** Rows that somebody keeps to put them into other mails. */
export function createSavedRowService(core: Core) {
  const store = createSavedRowStore(core.database);
  const answer = ({ id, workspaceId: _owner, deletedAt: _gone, ...row }: SavedRowRow): SavedRow => ({
    _id: id,
    ...row,
  });
  return {
    async list({ workspaceId }: Scope): Promise<SavedRow[]> {
      return (await store.newestFirst({ workspaceId, countMax: perUser })).map(answer);
    },

    /** @throws {Refusal} bad_request when it is no row that can be drawn, conflict when no more fit. */
    async add({ workspaceId }: Scope, given: { name: string; row: unknown }): Promise<SavedRow> {
      const read = readDesign({ body: { rows: [given.row] } });
      const [row] = read?.body.rows ?? [];
      if (row === undefined || row.columns.length === 0) throw refused("row_not_keepable");
      const fields = { id: core.newId(), workspaceId, name: given.name, row };
      const saved = { ...fields, createdAt: core.clock.now(), deletedAt: null };
      await store.add(saved, refuseTooMany);
      return answer(saved);
    },

    /** @throws {Refusal} not_found. */
    async rename(key: Key, name: string): Promise<void> {
      if (!(await store.rename(key, name))) throw noSuchRow();
    },

    /** It can be brought back for a few minutes. @throws {Refusal} not_found. */
    async remove(key: Key): Promise<void> {
      if (!(await store.remove(key, core.clock.now()))) throw noSuchRow();
    },

    /** @throws {Refusal} not_found when it was too long ago or undone already, conflict when no more fit. */
    async restore(key: Key): Promise<SavedRow> {
      const row = await store.restore({ ...key, after: core.clock.now() - undoMs }, refuseTooMany);
      if (row === null) throw refused("undo_too_late");
      return answer(row);
    },

    forgetOld: (): Promise<void> => store.forget(core.clock.now() - undoMs),
  };
}

function refuseTooMany(rowCount: number): void {
  if (rowCount > perUser) throw refused("rows_too_many", { max: perUser });
}

function noSuchRow(): Refusal {
  return refused("row_not_found");
}
