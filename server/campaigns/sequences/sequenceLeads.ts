import type { Scope } from "../../../contract/identity/scope.ts";
import { pageLimits } from "../../../contract/limits/http.ts";
import { minuteMs } from "../../../contract/limits/units.ts";
import type { CampaignStep } from "../../../contract/schemas/campaignPlan.ts";
import type {
  SequenceLead,
  SequenceLeadQuery,
  SequenceLeadState,
} from "../../../contract/schemas/sequences/sequenceLeads.ts";
import {
  createEnrolmentListStore,
  type ListedEnrolment,
} from "../../../db/stores/campaigns/sequences/enrolmentLists.ts";
import type { Core } from "../../core/core.ts";
import { inWords } from "../../core/inWords.ts";
import { createLeadMatcher } from "../../leads/index.ts";
import { createOwnedPlans } from "../plans/planParts.ts";

/** Where the leads of a sequence stand, as its owner looks at them; a campaign that is sent once has none. */
export function createSequenceLeads(core: Core) {
  const { owned } = createOwnedPlans(core);
  const lists = createEnrolmentListStore(core.database);
  const matching = createLeadMatcher(core);
  return {
    /** @throws {Refusal} not_found. */
    async page(key: Scope & { id: string }, query: SequenceLeadQuery) {
      const { plan } = await owned(key);
      const { workspaceId, id } = key;
      const { pageSize = pageLimits.sizeDefault, ended, search = "" } = query;
      const { rows, next } = await lists.pageOf({
        ...{ workspaceId, id, step: query.step ?? null },
        search: search.trim() === "" ? null : await matching({ workspaceId, search }),
        ended: ended === undefined ? null : ended === "true",
        ...{ afterId: query.after ?? null, order: query.order ?? "asc", countMax: pageSize },
      });
      return { items: rows.map((row) => leadOnTheWire(row, plan.content?.steps ?? [])), next };
    },
  };
}

function leadOnTheWire(row: ListedEnrolment, steps: readonly CampaignStep[]): SequenceLead {
  const { leadId, step, lead, endedAt, endedCode } = row;
  const cause = endedCode === null ? null : { code: endedCode, params: row.endedParams ?? {}, reply: null };
  const state = stateOf(row);
  return {
    ...{ leadId, email: lead?.email ?? null, firstName: lead?.firstName ?? null },
    ...{ lastName: lead?.lastName ?? null, step: step < 0 ? null : step, state },
    ...{ dueAt: goesOnAt(row, { state, steps }), endedAt },
    ...{ reason: cause === null ? null : inWords(cause), cause },
  };
}

const underWay: readonly string[] = ["queued", "sending", "deferred"];

function stateOf({ endedAt, mail, step }: ListedEnrolment): SequenceLeadState {
  if (endedAt !== null) return "ended";
  if (mail === null || mail.step !== step) return "waiting";
  if (underWay.includes(mail.state ?? "")) return "sending";
  if (mail.state === "uncertain") return "uncertain";
  return mail.state === "sent" ? "answering" : "waiting";
}

type Standing = { state: SequenceLeadState; steps: readonly CampaignStep[] };

/** While a mail is under way, or uncertain, its row is only looked at; once that is sent, the next step's delay counts from then. */
function goesOnAt({ dueAt, mail, step }: ListedEnrolment, { state, steps }: Standing): number | null {
  if (state === "ended" || state === "sending" || state === "uncertain" || dueAt === null) return null;
  if (state !== "answering") return dueAt;
  return Math.max(dueAt, (mail?.sentAt ?? 0) + (steps[step + 1]?.delayMinutes ?? 0) * minuteMs);
}
