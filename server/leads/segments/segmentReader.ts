import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { AskedQuestion } from "../../../db/segments/questionSql.ts";
import { createSegmentStore } from "../../../db/stores/leads/segments.ts";
import type { Core } from "../../core/core.ts";
import { createQuestionReader } from "./questions.ts";

/** A segment of a workspace; `asked` is null where it asks for something that is no more. */
type ReadSegment = { name: string; asked: AskedQuestion | null };

/** Reads segments by their ids, ready for the database; those that are gone are not among them. */
export function createSegmentReader(core: Pick<Core, "database" | "clock">) {
  const segments = createSegmentStore(core.database);
  const { look } = createQuestionReader(core);
  return async (of: {
    workspaceId: WorkspaceId;
    ids: readonly string[];
    zone?: string;
  }): Promise<Map<string, ReadSegment>> => {
    const { workspaceId, zone } = of;
    if (of.ids.length === 0) return new Map();
    const ids = new Set(of.ids);
    const rows = (await segments.ownedBy(workspaceId)).filter(({ id }) => ids.has(id));
    const { fields, large, moment, faultOf } = await look(
      workspaceId,
      rows.map(({ question }) => question),
      zone,
    );
    return new Map(
      rows.map(({ id, name, question }) => {
        const asked = faultOf(question) === null ? { workspaceId, fields, large, question, moment } : null;
        return [id, { name, asked }];
      }),
    );
  };
}
