import type { WinnerRule } from "../../../contract/campaigns/usualTest.ts";
import { variantLetter } from "../../../contract/campaigns/variantLetter.ts";
import type { UserId } from "../../../contract/identity/scope.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { minuteMs } from "../../../contract/limits/units.ts";
import { customNames } from "../../../contract/mergeFields.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { CampaignStep, PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { createPlanStore } from "../../../db/stores/campaigns/plans/plans.ts";
import {
  createVariantTestStore,
  type SamplePart,
} from "../../../db/stores/campaigns/sequences/variantTests.ts";
import type { LinkRow } from "../../../db/stores/tracking/links.ts";
import type { Core } from "../../core/core.ts";
import { momentOf, wallTimeOf } from "../../core/zonedTime.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import { campaignLinks } from "../../tracking/index.ts";
import { activityOf } from "../plans/planActivities.ts";
import { contentOf } from "../plans/planAnswer.ts";
import { createPartContents } from "./partContents.ts";
import { type Tried, winnerOf } from "./variants.ts";

type Parts = { sender: Pick<SendingPort, "tell"> };
type Testing = { plan: PlanRow; content: PlanContent; step: CampaignStep; rest: readonly CampaignRow[] };

export type Winners = ReturnType<typeof createWinners>;

/** What is done with the rest of a test. */
function createRest(core: Core, { sender }: Parts) {
  const store = createVariantTestStore(core.database);

  function tell(kind: "begun" | "changed", rows: readonly CampaignRow[]): void {
    for (const { id: campaignId, workspaceId } of rows) void sender.tell({ kind, campaignId, workspaceId });
  }

  async function wait({ plan, rest }: Testing, why: Reason): Promise<void> {
    const ids = rest.map(({ id }) => id);
    tell("changed", await store.tell({ key: plan, ids, why }));
  }

  async function choose(
    testing: Testing,
    variantId: string,
    by: { rule: WinnerRule; userId: UserId | null },
  ) {
    const { plan, content, step, rest } = testing;
    const said = await createPartContents(core, plan, content).of(step, variantId);
    const ids = rest.map(({ id }) => id);
    const links: LinkRow[] = [];
    for (const campaign of rest)
      links.push(
        ...(await campaignLinks(core, { campaign, html: said.html, custom: customNames(said.fields ?? []) })),
      );
    const { steps } = content;
    const mail = steps.length > 1 ? String(steps.indexOf(step) + 1) : "";
    const letter = variantLetter(step.variants.findIndex(({ id }) => id === variantId));
    const activity = reason("did_choose_winner", { variant: `${mail}${letter}`, by: by.rule });
    return store.choose({
      plan,
      ids,
      links,
      won: { ...said, variantId },
      content: withWinner(plan.content, step.id, variantId),
      activity: activityOf(core, {
        key: plan,
        by: by.userId === null ? null : { userId: by.userId },
        activity,
      }),
    });
  }

  return { tell, wait, choose };
}

/** Deciding which variant of a step the rest of its leads get. */
export function createWinners(core: Core, parts: Parts) {
  const store = createVariantTestStore(core.database);
  const plans = createPlanStore(core.database);
  const { clock } = core;
  const { tell, wait, choose } = createRest(core, parts);

  async function decide(testing: Testing): Promise<void> {
    const { plan, content, step, rest } = testing;
    const why = rest[0]?.pausedReason;
    // A version before this one said so in words that lead nowhere.
    if (step.test !== null && why?.code === "fell_due_late") return wait(testing, reason("winner_asked"));
    // It is a person's to choose, or not to be looked at before its moment.
    if (step.test === null || why?.code !== "awaiting_winner") return;
    const known = String(why.params.at ?? "");
    const knownAt = known === "" ? 0 : momentOf(known, content.zone).at;
    // One farther ahead than its whole time was told by a clock that was ahead, and is told anew.
    const longest = clock.now() + step.test.afterMinutes * minuteMs;
    if (knownAt > clock.now() && knownAt <= longest) return;
    const sample = await store.sampleOf({ workspaceId: plan.workspaceId, id: plan.id, stepId: step.id });
    const isOnce = plan.kind === "once";
    // A sequence's sample may never be all there, so that its time begins with its first mail.
    const from = isOnce ? sample.last : sample.first;
    if (isOnce && sample.parts.some(({ open }) => open > 0)) return;
    // Nothing of it arrived, and nothing is to come that could tell.
    if (from === null) return isOnce ? wait(testing, reason("winner_undecided", { tie: false })) : undefined;
    const decideAt = from + step.test.afterMinutes * minuteMs;
    const { zone } = content;
    const at = wallTimeOf(decideAt, zone);
    if (decideAt > clock.now())
      return known === at ? undefined : wait(testing, reason("awaiting_winner", { at, zone }));
    if (decideAt < clock.now() - campaignLimits.lateMs && (plan.startedAt ?? 0) < decideAt)
      return wait(testing, reason("winner_asked"));
    if (step.test.by === "person") return wait(testing, reason("winner_asked"));
    const verdict = winnerOf(step.test.by, triedIn(step, sample.parts));
    if ("undecided" in verdict)
      return wait(testing, reason("winner_undecided", { tie: verdict.undecided === "tie" }));
    const chosen = await choose(testing, verdict.winner, { rule: step.test.by, userId: null });
    tell("begun", chosen ?? []);
  }

  return {
    /** Looks at every test whose time may have come. */
    async decideDue(): Promise<void> {
      const waiting = Map.groupBy(await store.waiting(), ({ planId, stepId }) => `${planId} ${stepId}`);
      for (const rest of waiting.values()) {
        const [first] = rest;
        const plan = first?.planId ? await plans.byId(first.planId) : null;
        const content = plan && contentOf(plan, []);
        const step = content?.steps.find(({ id }) => id === first?.stepId);
        if (plan && content && step) await decide({ plan, content, step, rest });
      }
    },

    /** A person says which it is. @throws {Refusal} conflict where nothing waits for that, or it changed meanwhile. */
    async chooseByHand(
      plan: PlanRow,
      asked: { stepId: string; variantId: string; userId: UserId },
    ): Promise<void> {
      const content = contentOf(plan, []);
      const step = content.steps.find(({ id }) => id === asked.stepId);
      const rest = await store.restOf({ workspaceId: plan.workspaceId, id: plan.id, stepId: asked.stepId });
      if (step === undefined || rest.length === 0) throw refused("winner_not_asked");
      if (!step.variants.some(({ id }) => id === asked.variantId)) throw refused("variant_unknown");
      const by = { rule: "person" as const, userId: asked.userId };
      const chosen = await choose({ plan, content, step, rest }, asked.variantId, by);
      if (chosen === null) throw refused("winner_changed_meanwhile");
      tell("begun", chosen);
    },
  };
}

function withWinner(content: PlanRow["content"], stepId: string, winner: string): PlanRow["content"] {
  if (content === null) return null;
  const steps = content.steps.map((step) =>
    step.id === stepId && step.test !== null ? { ...step, test: { ...step.test, winner } } : step,
  );
  return { ...content, steps };
}

/** A variant goes out in as many parts as there are accounts and zones. */
function triedIn(step: CampaignStep, parts: readonly SamplePart[]): Tried[] {
  return step.variants.map(({ id: variantId }) => {
    const tried: Tried = { variantId, sent: 0, opened: 0, clicked: 0, replied: 0 };
    for (const part of parts)
      if (part.variantId === variantId) {
        tried.sent += part.sent;
        tried.opened += part.opened;
        tried.clicked += part.clicked;
        tried.replied += part.replied;
      }
    return tried;
  });
}
