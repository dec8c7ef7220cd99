import type { Scope, WorkspaceId } from "../../../contract/identity/scope.ts";
import { lookOfName } from "../../../contract/leads/lookOfName.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import { segmentLimits } from "../../../contract/limits/segments.ts";
import { refused, refusedFor } from "../../../contract/refused.ts";
import type {
  Segment,
  SegmentChange,
  SegmentCount,
  SegmentInput,
} from "../../../contract/schemas/segments.ts";
import type { Question } from "../../../contract/segments/question.ts";
import type { QuestionFault } from "../../../contract/segments/questionFault.ts";
import { createLeadListStore } from "../../../db/stores/leads/leadLists.ts";
import { createSegmentStore, type SegmentRow } from "../../../db/stores/leads/segments.ts";
import type { Core } from "../../core/core.ts";
import { inWords } from "../../core/inWords.ts";
import { isSame } from "../../core/isSame.ts";
import { leadAnswer } from "../leads.ts";
import { refusingNeeded } from "../neededByCampaigns.ts";
import { createQuestionReader, type QuestionReader } from "./questions.ts";

type Key = Scope & { id: string };

const notFound = () => refused("segment_not_found");
const taken = (field?: "name") => refused("segment_taken", {}, { field });

export type SegmentService = ReturnType<typeof createSegmentService>;

/** A workspace's segments. */
export function createSegmentService(core: Core) {
  const store = createSegmentStore(core.database);
  const lists = createLeadListStore(core.database);
  const questions = createQuestionReader(core);
  const refuseNeeded = refusingNeeded(core);
  const { answersOf, answerOfOne } = answering(questions);

  return {
    async list({ workspaceId }: Scope): Promise<Segment[]> {
      return answersOf(workspaceId, await store.ownedBy(workspaceId));
    },

    /** @throws {Refusal} not_found. */
    async one(key: Key): Promise<Segment> {
      const row = await store.one(key);
      if (row === null) throw notFound();
      return answerOfOne(row);
    },

    /** @throws {Refusal} bad_request for a question that names what is not there; conflict for a name that is taken, or too many. */
    async add({ workspaceId }: Scope, { name, question }: SegmentInput): Promise<Segment> {
      await refuseFaulty(questions, workspaceId, question);
      const now = core.clock.now();
      const times = { createdAt: now, updatedAt: now, deletedAt: null };
      const row = { id: core.newId(), workspaceId, name, question, ...times };
      if (!(await store.add(row, refusingWrong(row.id, "name")))) throw taken("name");
      return answerOf(row, null);
    },

    /** A broken one may be called something else as it is. @throws {Refusal} not_found, bad_request, conflict. */
    async change({ workspaceId, id }: Key, { name, question, was }: SegmentChange): Promise<Segment> {
      if (question !== undefined) await refuseFaulty(questions, workspaceId, question);
      if (name !== undefined) refuseLookalike(await store.ownedBy(workspaceId), { id, name });
      const known = was && refuseChanged(await store.one({ workspaceId, id }), was);
      const set = {
        ...(name && { name }),
        ...(question && { question }),
        // Never the same twice, by which a write in between is told.
        updatedAt: Math.max(core.clock.now(), (known?.updatedAt ?? 0) + 1),
      };
      const row = await store.change({ workspaceId, id, ...(known && { known }) }, set);
      if (row === "taken") throw taken("name");
      if (row !== null) return answerOfOne(row);
      throw known === undefined ? notFound() : refused("segment_changed_meanwhile");
    },

    /** It can be brought back for a few minutes. @throws {Refusal} not_found; conflict while a campaign needs it. */
    async remove({ workspaceId, id }: Key): Promise<void> {
      await refuseNeeded(workspaceId, { what: "segment", id });
      const deletedAt = core.clock.now();
      const times = { deletedAt, goneUntil: deletedAt - leadLimits.undoMs };
      if (!(await store.remove({ workspaceId, id, ...times }))) throw notFound();
    },

    /** @throws {Refusal} not_found when it was too long ago or undone already; conflict when its name is taken, or no more fit. */
    async restore({ workspaceId, id }: Key): Promise<Segment> {
      const after = core.clock.now() - leadLimits.undoMs;
      const row = await store.restore({ workspaceId, id, after }, refusingWrong(id));
      if (row === null) throw refused("undo_too_late");
      if (row === "taken") throw taken();
      return answerOfOne(row);
    },

    /** How many leads a question finds, and a few of them. @throws {Refusal} bad_request. */
    async count(
      { workspaceId }: Scope,
      { question, zone }: { question: Question; zone?: string | undefined },
    ): Promise<SegmentCount> {
      const asked = await questions.asked({ workspaceId, question, zone });
      const { rows, total } = await lists.page({
        workspaceId,
        words: [],
        collectionId: null,
        filter: null,
        asked,
        sort: "createdAt",
        order: "desc",
        offset: 0,
        countMax: segmentLimits.examplesShown,
      });
      return { count: total, examples: rows.map((row) => leadAnswer(row, asked?.fields ?? [])) };
    },
  };
}

/** Segments as the wire shows them: whether a question names what is no longer there is looked up for all at once. */
function answering(questions: QuestionReader) {
  async function answersOf(workspaceId: WorkspaceId, rows: readonly SegmentRow[]): Promise<Segment[]> {
    if (rows.length === 0) return [];
    const { faultOf } = await questions.look(
      workspaceId,
      rows.map(({ question }) => question),
    );
    return rows.map((row) => answerOf(row, faultOf(row.question)));
  }

  async function answerOfOne(row: SegmentRow): Promise<Segment> {
    const [answer] = await answersOf(row.workspaceId, [row]);
    if (answer === undefined) throw notFound();
    return answer;
  }

  return { answersOf, answerOfOne };
}

async function refuseFaulty(
  { look }: Pick<QuestionReader, "look">,
  workspaceId: WorkspaceId,
  question: Question,
): Promise<void> {
  const fault = (await look(workspaceId, [question])).faultOf(question);
  if (fault !== null) throw refusedFor("bad_request", fault, { field: "question" });
}

/** @throws {Refusal} not_found; conflict where it asks something else than was read. */
function refuseChanged(row: SegmentRow | null, was: Question): SegmentRow {
  if (row === null) throw notFound();
  if (!isSame(row.question, was)) throw refused("segment_changed_meanwhile");
  return row;
}

type Named = Pick<SegmentRow, "id" | "name">;

/** Refuses with a conflict where there are too many, or the one that comes is called as another. */
function refusingWrong(id: string, field?: "name") {
  const max = segmentLimits.segmentsMax;
  return (all: readonly Named[]): void => {
    if (all.length > max) throw refused("segments_too_many", { max });
    const come = all.find((one) => one.id === id);
    if (come !== undefined && isTaken(all, come)) throw taken(field);
  };
}

/** The database tells names apart that nobody does. */
function isTaken(all: readonly Named[], { id, name }: Named): boolean {
  const look = lookOfName(name);
  return all.some((other) => other.id !== id && lookOfName(other.name) === look);
}

/** Of before there may be two that look alike: each may keep its own. */
function refuseLookalike(owned: readonly Named[], given: Named): void {
  const before = owned.find(({ id }) => id === given.id)?.name ?? "";
  if (lookOfName(before) !== lookOfName(given.name) && isTaken(owned, given)) throw taken("name");
}

function answerOf(row: SegmentRow, fault: QuestionFault | null): Segment {
  const { id, name, question, createdAt, updatedAt } = row;
  const broken = fault && { reason: inWords(fault), cause: fault };
  return { _id: id, name, question, broken, createdAt, updatedAt };
}
