import type { Scope } from "../../../contract/identity/scope.ts";
import { pageLimits } from "../../../contract/limits/http.ts";
import { minuteMs } from "../../../contract/limits/units.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
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
import { createSuppressionStore } from "../../../db/stores/leads/suppressions.ts";
import type { Core } from "../../core/core.ts";
import { inWords } from "../../core/inWords.ts";
import { createLeadMatcher } from "../../leads/index.ts";
import { createOwnedPlans } from "../plans/planParts.ts";

/** Where the leads of a sequence stand, as its owner looks at them; a campaign that is sent once has none. */
export function createSequenceLeads(core: Core) {
  const { owned } = createOwnedPlans(core);
  const lists = createEnrolmentListStore(core.database);
  const suppressions = createSuppressionStore(core.database);
  const matching = createLeadMatcher(core);
  return {
    /** @throws {Refusal} not_found. */
    async page(key: Scope & { id: string }, query: SequenceLeadQuery) {
      const { plan } = await owned(key);
      const { workspaceId, id } = key;
      const { pageSize = pageLimits.sizeDefault, ended, search = "" } = query;
      const { rows, next } = await lists.pageOf({
        workspaceId,
        id,
        step: query.step ?? null,
        search: search.trim() === "" ? null : await matching({ workspaceId, search }),
        ended: ended === undefined ? null : ended === "true",
        afterId: query.after ?? null,
        order: query.order ?? "asc",
        countMax: pageSize,
      });
      const barredOf = await barredAmong(workspaceId, rows);
      const steps = plan.content?.steps ?? [];
      return { items: rows.map((row) => leadOnTheWire(row, { steps, barred: barredOf(row) })), next };
    },
  };

  /** Of leads that are not at their end whom the sequence will leave alone once it comes to them, and why. */
  async function barredAmong(workspaceId: Scope["workspaceId"], rows: readonly ListedEnrolment[]) {
    const open = rows.flatMap(({ lead, endedAt }) => (lead === null || endedAt !== null ? [] : [lead.email]));
    const hashes = new Map(open.map((email) => [email, core.secrets.hashAddress(email)]));
    const barred = await suppressions.suppressedAmong(workspaceId, [...hashes.values()]);
    return ({ lead, endedAt }: ListedEnrolment): Reason | null => {
      if (lead === null || endedAt !== null) return null;
      if (lead.optout) return reason("opted_out");
      const code = barred.get(hashes.get(lead.email) ?? "");
      return code === undefined ? null : reason(code);
    };
  }
}

type Seen = { steps: readonly CampaignStep[]; barred: Reason | null };

function leadOnTheWire(row: ListedEnrolment, { steps, barred }: Seen): SequenceLead {
  const { leadId, step, lead, endedAt, endedCode } = row;
  const ended = endedCode === null ? null : { code: endedCode, params: row.endedParams ?? {}, reply: null };
  const state = stateOf(row);
  const waits = state === "waiting" || state === "answering";
  const cause = waits ? barred : ended;
  return {
    leadId,
    email: lead?.email ?? null,
    firstName: lead?.firstName ?? null,
    lastName: lead?.lastName ?? null,
    step: step < 0 ? null : step,
    state,
    dueAt: waits && barred !== null ? null : goesOnAt(row, { state, steps }),
    endedAt,
    reason: cause === null ? null : inWords(cause),
    cause,
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
