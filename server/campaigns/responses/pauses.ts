import { inboundMailLimits } from "../../../contract/limits/accounts/inboundMails.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import {
  type AutomaticPauseStore,
  createAutomaticPauseStore,
} from "../../../db/stores/campaigns/plans/automaticPauses.ts";
import type { PlanKey } from "../../../db/stores/campaigns/plans/planRows.ts";
import { createPlanStore } from "../../../db/stores/campaigns/plans/plans.ts";
import { createResponseStore, type ResponseStore } from "../../../db/stores/inbound/responses.ts";
import type { Core } from "../../core/core.ts";
import { tooManyFailures } from "../../sending/automaticPauses/CampaignFailures.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import { pauseWhole } from "../sequences/advance.ts";

/** Pauses a campaign of whose mails too many came back, or were complained of. */
export function createResponsePauses(core: Core, parts: { sender: Pick<SendingPort, "tell"> }) {
  const pauses = createAutomaticPauseStore(core.database);
  const responses = createResponseStore(core.database);
  const plans = createPlanStore(core.database);
  return async (key: PlanKey, after: "bounced" | "complained"): Promise<void> => {
    const plan = await plans.byId(key.id);
    if (plan === null || plan.state !== "started" || plan.pausedBy !== null) return;
    const why =
      after === "bounced"
        ? await tooManyFailures(pauses, key)
        : await tooManyComplaints({ pauses, responses }, key);
    if (why !== null) await pauseWhole(core, { plan, why, parts });
  };
}

type Stores = { pauses: AutomaticPauseStore; responses: Pick<ResponseStore, "countsOf"> };
type Complaints = { complained: number; of: number };

/** What a person has let go on in spite of complaints is counted from there. */
async function tooManyComplaints({ pauses, responses }: Stores, key: PlanKey): Promise<Reason | null> {
  const { complained } = await responses.countsOf(key);
  const { sent, failed, uncertain } = await pauses.endedOf(key);
  const of = sent + failed + uncertain;
  const before = (await pauses.pausesOf(key)).map(complaintsIn).filter((one) => one !== null);
  const from = before.reduce((latest, one) => (one.of > latest.of ? one : latest), { complained: 0, of: 0 });
  const since = { complained: complained - from.complained, of: of - from.of };
  const { complaintsAfter, complaintsPerThousand } = inboundMailLimits;
  const isTooMany =
    since.of >= complaintsAfter &&
    since.complained > 0 &&
    since.complained * 1_000 >= since.of * complaintsPerThousand;
  return isTooMany ? reason("many_complaints", { complained, of }) : null;
}

/** What an activity's row says of complaints, if it was for them that a campaign was paused. */
function complaintsIn(params: Reason["params"]): Complaints | null {
  const { why } = params as { why?: { code?: string; params?: Partial<Complaints> } };
  const { complained, of } = why?.params ?? {};
  if (why?.code !== "many_complaints" || complained === undefined || of === undefined) return null;
  return { complained, of };
}
