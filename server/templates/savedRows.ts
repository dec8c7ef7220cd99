import { Refusal } from "../../contract/errors.ts";
import type { Scope } from "../../contract/identity/scope.ts";
import { designLimits } from "../../contract/limits/design.ts";
import type { SavedRow } from "../../contract/schemas/image.ts";
import { createSavedRowStore, type SavedRowRow } from "../../db/stores/templates/savedRows.ts";
import { readDesign } from "../../mail/design/design.ts";
import type { Core } from "../core/core.ts";

type Key = Scope & { id: string };
const { undoMs, savedRows } = designLimits;
const { perUser } = savedRows;

const tooLate = "This can no longer be undone. It was too long ago, or was undone already.";

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
      if (row === undefined || row.columns.length === 0)
        throw new Refusal("bad_request", "This is not a row that can be kept");
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
      if (row === null) throw new Refusal("not_found", tooLate);
      return answer(row);
    },

    forgetOld: (): Promise<void> => store.forget(core.clock.now() - undoMs),
  };
}

function refuseTooMany(rowCount: number): void {
  if (rowCount > perUser)
    throw new Refusal("conflict", `At most ${perUser} rows can be kept. Delete one first.`);
}

function noSuchRow(): Refusal {
  return new Refusal("not_found", "There is no such row");
}
