import type { CampaignStep, PlanContent, SendWindow } from "../../../contract/schemas/campaignPlan.ts";
import { enrolmentOf } from "../../../server/campaigns/sequences/joins.ts";
import { noAudience, stepOf } from "../campaigns/sequenceWorld.ts";
import { type Chance, createChance } from "./chance.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { workspaceId } from "./simulatedProcess.ts";
import type { Stage } from "./stage.ts";

export const simulatedZones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"] as const;

/** Whether a world has a sequence, which few have, since they take long; drawn by itself, so that the others are as they were. */
export function hasSequences(seed: number): boolean {
  return createChance(seed, "sequences").is(0.01);
}

/** A sequence begins early in its world, with leads of three zones, and then goes on by itself. */
export function beginSequence(stage: Stage): void {
  const chance = createChance(stage.seed, "sequence");
  const steps = Array.from({ length: chance.between(2, 4) }, (_, nth) =>
    stepOf(`s${nth}`, {
      delayMinutes: nth === 0 ? 0 : chance.pick([0, 1, 20, 90]),
      condition: chance.pick([{ kind: "always" }, { kind: "always" }, { kind: "notOpened" }] as const),
      sameThread: chance.is(0.5),
    }),
  );
  const window = chance.is(0.7) ? windowOf(chance) : null;
  const id = stage.newId("plan");
  stage.witness.tell(
    `${id} begins: ${JSON.stringify({ steps: steps.map(({ delayMinutes }) => delayMinutes), window })}`,
  );
  addPlan(stage.file, {
    id,
    content: contentOf({ steps, window, accounts: stage.accountIds, spread: chance.pick(["fast", "even"]) }),
    now: stage.wall.offsetMs + stage.schedule.nowMs,
  });
  enrol(stage, { id, leadIds: stage.leadIds, zoneOf: () => chance.pick(simulatedZones) });
}

function windowOf(chance: Chance): SendWindow {
  const from = chance.between(0, 18);
  const to = from + chance.between(4, 24 - from);
  const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  // Days that nothing happens on cost a world much, and are lived through in the quarter.
  return { days: [1, 2, 3, 4, 5, 6, 7], from: clock(from), to: clock(to) };
}

type Content = Omit<PlanContent, "name" | "kind" | "audience">;

export function contentOf(
  given: { steps: CampaignStep[]; accounts: readonly string[] } & Pick<PlanContent, "window" | "spread"> &
    Partial<Pick<PlanContent, "whenFull">>,
): Content {
  return {
    whenFull: "wait",
    zone: "UTC",
    zoneField: null,
    startAt: null,
    holdSeconds: 0,
    trackOpens: false,
    trackClicks: false,
    stop: { onClick: false, onReply: false, onLeaving: false, onField: null },
    ...given,
    accounts: [...given.accounts],
  };
}

export function addPlan(
  file: LedgerFile,
  { id, content, now }: { id: string; content: Content; now: number },
): void {
  const { campaignPlans, planMails } = file.tables;
  const variants = content.steps.flatMap(({ variants: all }) => all.map((variant) => variant.id));
  file.commit((write) => ({
    plan: write.insert(campaignPlans).values({
      id,
      workspaceId,
      name: id,
      kind: "sequence",
      state: "started",
      content,
      audience: noAudience,
      version: 1,
      createdBy: workspaceId,
      createdAt: now,
      updatedAt: now,
      startedAt: now,
    }),
    mails: variants.map((variantId) =>
      write.insert(planMails).values({
        planId: id,
        variantId,
        workspaceId,
        subject: variantId,
        preview: "",
        html: "<p>Hi</p>",
        version: 1,
        updatedAt: now,
      }),
    ),
  }));
}

export function enrol(
  { file, schedule, wall }: Pick<Stage, "file" | "schedule" | "wall">,
  { id, leadIds, zoneOf }: { id: string; leadIds: readonly string[]; zoneOf(leadId: string): string },
): void {
  const { enrolments } = file.tables;
  const now = schedule.nowMs + wall.offsetMs;
  const row = file.client
    .query<{ content: string }>('SELECT content FROM "campaignPlans" WHERE id = ?')
    .get(id);
  const content = JSON.parse(row?.content ?? "{}") as Content;
  file.commit((write) => ({
    joined: leadIds.map((leadId) =>
      write.insert(enrolments).values({
        ...enrolmentOf({ id, workspaceId }, content, {
          lead: { id: leadId, fields: null },
          now,
          zoneField: null,
        }),
        zone: zoneOf(leadId),
      }),
    ),
  }));
}
