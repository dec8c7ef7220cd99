import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { FieldDefinition } from "../../../contract/leads/customFields.ts";
import { segmentLimits } from "../../../contract/limits/segments.ts";
import { inner } from "../../../contract/reasons.ts";
import { refused, refusedFor } from "../../../contract/refused.ts";
import { defaultZone, type Moment } from "../../../contract/segments/days.ts";
import type { Question } from "../../../contract/segments/question.ts";
import { campaignsIn, type QuestionFault, questionFault } from "../../../contract/segments/questionFault.ts";
import { frequentMails } from "../../../db/segments/frequentMails.ts";
import type { AskedQuestion } from "../../../db/segments/questionSql.ts";
import { createFoundLeadStore } from "../../../db/stores/leads/foundLeads.ts";
import { createNamedStore, createSegmentStore, type SegmentRow } from "../../../db/stores/leads/segments.ts";
import type { Core } from "../../core/core.ts";
import { createLeadFieldReader } from "../leadFields.ts";

/** A question as a call names it: by a segment, itself, or both, and then those are meant whom both find. */
export type NamedQuestion = {
  workspaceId: WorkspaceId;
  segmentId?: string | undefined;
  question?: Question | undefined;
  zone?: string | undefined;
};

type Looked = {
  fields: FieldDefinition[];
  moment: Moment;
  /** What is asked of each lead instead of being gathered; see `AskedQuestion.large`. */
  large: ReadonlySet<string>;
  faultOf(question: Question): QuestionFault | null;
};

export type QuestionReader = ReturnType<typeof createQuestionReader>;

/** Questions about a workspace's leads on their way to the database. */
export function createQuestionReader(core: Pick<Core, "database" | "clock">) {
  const segments = createSegmentStore(core.database);
  const named = createNamedStore(core.database);
  const definitionsOf = createLeadFieldReader(core);
  const found = createFoundLeadStore(core.database);

  /** What there is that these questions may name. */
  async function look(
    workspaceId: WorkspaceId,
    questions: readonly Question[],
    zone = defaultZone,
  ): Promise<Looked> {
    const moment = { now: core.clock.now(), zone };
    const fields = await definitionsOf({ workspaceId });
    const sizes = await named.collectionSizes(workspaceId);
    const collectionIds = new Set(sizes.keys());
    const large = new Set([
      ...[...sizes].filter(([, size]) => size > segmentLimits.gatheredMax).map(([id]) => id),
      ...(await frequentMails(core.database, { workspaceId, questions, moment })),
    ]);
    const campaignIds = await named.campaignIdsAmong(workspaceId, questions.flatMap(campaignsIn));
    return {
      fields,
      large,
      moment,
      faultOf: (question) => questionFault(question, { fields, collectionIds, campaignIds }),
    };
  }

  async function segmentOf(workspaceId: WorkspaceId, id: string | undefined): Promise<SegmentRow | null> {
    if (id === undefined) return null;
    const segment = await segments.one({ workspaceId, id });
    if (segment === null) throw refused("segment_not_found");
    return segment;
  }

  return {
    look,

    /**
     * The question that is meant, ready for the stores (`db/segments/questionSql.ts`); null where none is named.
     *
     * @throws {Refusal} not_found where the segment is gone; conflict where it asks for something that is, and
     *   bad_request where the question itself does. Neither finds anybody, and neither is left out.
     */
    async asked({ workspaceId, segmentId, question, zone }: NamedQuestion): Promise<AskedQuestion | null> {
      const segment = await segmentOf(workspaceId, segmentId);
      const parts = [segment?.question, question].filter((part) => part !== undefined);
      const [first] = parts;
      if (first === undefined) return null;
      const { fields, large, moment, faultOf } = await look(workspaceId, parts, zone);
      const why = segment && faultOf(segment.question);
      if (why) throw refused("segment_unusable", { name: segment.name, why: inner(why) });
      const fault = question && faultOf(question);
      if (fault) throw refusedFor("bad_request", fault);
      return {
        workspaceId,
        fields,
        large,
        moment,
        question: parts.length === 1 ? first : { match: "all", of: parts },
      };
    },

    /** The ids of the next leads that it finds, beyond one of them, in the order in which they were added. */
    async idsBeyond(
      asked: AskedQuestion,
      { beyond, countMax }: { beyond: string | null; countMax: number },
    ): Promise<string[]> {
      return found.idsBeyond(asked, { beyond, countMax });
    },
  };
}
