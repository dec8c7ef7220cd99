import { dayMs, hourMs, minuteMs, secondMs } from "../../../contract/limits/units.ts";
import type { CampaignStep, SendWindow } from "../../../contract/schemas/campaignPlan.ts";
import { stepOf } from "../campaigns/sequenceWorld.ts";
import { credentialRow } from "../smtp/sendingRows.ts";
import { type Chance, createChance } from "./chance.ts";
import { type LedgerFile, openLedgerFile } from "./ledgerFile.ts";
import { fairWeather } from "./mailServer.ts";
import { Schedule } from "./schedule.ts";
import { addPlan, contentOf, enrol, simulatedZones } from "./sequences.ts";
import { type SimulatedProcess, startProcess, type World, workspaceId } from "./simulatedProcess.ts";
import { Witness } from "./witness.ts";
import type { Limits } from "./witnessed.ts";

/** What somebody who was there would tell of a quarter: facts of the world, nothing of what the program believes. */
export type QuarterStory = {
  broken: Witness["broken"];
  story: readonly string[];
  startMs: number;
  steps: readonly CampaignStep[];
  window: SendWindow;
  zones: ReadonlyMap<string, string>;
  joinedAt: ReadonlyMap<string, number>;
  optedOutAt: ReadonlyMap<string, number>;
  /** When a person first opened a mail, or followed its link, by delivery. */
  openedAt: ReadonlyMap<string, number>;
  clickedAt: ReadonlyMap<string, number>;
  taken: Witness["sequences"]["taken"];
  variants: ReadonlyMap<string, string>;
  chosen: { variantId: string; atMs: number; why: string } | null;
  ends: ReadonlyMap<string, string | null>;
  asked: readonly string[];
  accounts: readonly string[];
};

/** A Friday; clocks change on 8 March in New York, on 29 March in Berlin, and back on 5 April on Lord Howe. */
const startMs = Date.UTC(2026, 1, 27, 6);
const planId = "quarter";
const lengthMs = 92 * dayMs;

/** A quarter by script, whose chances are a seed's. */
export function liveQuarter(seed: number): Promise<QuarterStory> {
  return new Promise((resolve, reject) =>
    setImmediate(() => {
      try {
        resolve(new Quarter(seed).live());
      } catch (error) {
        reject(error);
      }
    }),
  );
}

class Quarter {
  readonly #file: LedgerFile = openLedgerFile();
  readonly #schedule = new Schedule(30 * minuteMs);
  readonly #witness = new Witness({ schedule: this.#schedule, file: this.#file });
  readonly #chance: Chance;
  readonly #world: World;
  readonly #facts = {
    zones: new Map<string, string>(),
    joinedAt: new Map<string, number>(),
    optedOutAt: new Map<string, number>(),
    openedAt: new Map<string, number>(),
    clickedAt: new Map<string, number>(),
    asked: new Set<string>(),
  };
  #process: SimulatedProcess | null = null;
  #chosen: QuarterStory["chosen"] = null;
  #runs = 0;
  #seen = 0;

  constructor(seed: number) {
    this.#chance = createChance(seed, "quarter");
    let lastId = 0;
    this.#world = {
      seed,
      schedule: this.#schedule,
      file: this.#file,
      witness: this.#witness,
      lock: { holder: null },
      folder: { text: null, boot: "boot 1", writer: null },
      hasJobs: true,
      weather: { readFaults: 0, writeFaults: 0, lostAnswers: 0, isFull: false, reachMs: 0.3 },
      takes: { next: null },
      wall: { offsetMs: startMs, latestMs: startMs, setAtMs: Number.NEGATIVE_INFINITY },
      newId: (kind) => `${kind}${String(++lastId).padStart(6, "0")}`,
    };
  }

  live(): QuarterStory {
    const chance = this.#chance;
    const steps: CampaignStep[] = [
      stepOf("s0", {
        variants: [
          { id: "s0.a", share: 40 },
          { id: "s0.b", share: 40 },
        ],
        test: { by: "clicks", afterMinutes: (4 * dayMs) / minuteMs, winner: null },
      }),
      stepOf("s1", { delayMinutes: 3 * 24 * 60, condition: { kind: "notOpened" }, sameThread: true }),
      stepOf("s2", { delayMinutes: 7 * 24 * 60 + 95 }),
      stepOf("s3", { delayMinutes: 14 * 24 * 60, condition: { kind: "clicked", link: null } }),
      stepOf("s4", { delayMinutes: 20 * 24 * 60, condition: { kind: "notClicked" }, sameThread: true }),
    ];
    // Sundays are in it, in whose small hours clocks change.
    const window: SendWindow = {
      days: [1, 3, 5, 7],
      from: "01:30",
      to: chance.pick(["03:30", "11:00", "24:00"]),
    };
    this.#account(
      "a0",
      { perDay: 70, perMinute: null, gapMs: 0 },
      { rampPerDay: 25, rampStartedAt: startMs },
    );
    this.#account("a1", { perDay: null, perMinute: 4, gapMs: 0 }, {});
    const leads = Array.from({ length: 160 }, (_, nth) => `lead${String(nth).padStart(3, "0")}`);
    this.#file.addLeads({ workspaceId, ids: leads });
    const content = contentOf({
      steps,
      window,
      accounts: ["a0", "a1"],
      spread: chance.pick(["fast", "even"]),
      // The one account has a day's limit and the other none.
      whenFull: this.#world.seed % 2 === 0 ? "other" : "wait",
    });
    addPlan(this.#file, { id: planId, content, now: startMs });
    for (const lead of leads) this.#facts.zones.set(lead, chance.pick(simulatedZones));
    this.#start();
    this.#join(leads.slice(0, 140));
    for (const lead of leads.slice(140))
      this.#schedule.at(chance.between(1, 40) * dayMs, () => this.#join([lead]));
    this.#script(leads);
    this.#liveOn();
    return this.#told({ steps, window });
  }

  #account(id: string, limits: Limits, ramp: { rampPerDay?: number; rampStartedAt?: number }): void {
    const appEmail = `${id}@sim.test`;
    const row = credentialRow({
      id,
      workspaceId,
      provider: "smtp",
      appEmail,
      alias: `Ada <${appEmail}>`,
      ...limits,
      ...ramp,
    });
    this.#file.commit((write) => ({ added: write.insert(this.#file.tables.credentials).values(row) }));
    const server = { accountId: id, connections: 5, mood: fairWeather };
    this.#witness.accounts.set(id, { limits, begunAt: [], takenAt: [], claimCount: 0, tolerance: 0, server });
  }

  #start(): void {
    this.#process = startProcess(this.#world, { name: "P", run: this.#runs++ });
  }

  #restart(afterMs: number): void {
    this.#witness.tell("P is killed");
    this.#process?.die();
    this.#process = null;
    this.#schedule.at(this.#schedule.nowMs + afterMs, () => this.#start());
  }

  #join(leadIds: string[]): void {
    for (const lead of leadIds) this.#facts.joinedAt.set(lead, this.#schedule.nowMs);
    const zoneOf = (lead: string) => this.#facts.zones.get(lead) ?? "";
    enrol(this.#world, { id: planId, leadIds, zoneOf });
  }

  /** What happens from outside: restarts, a day without power, an account that is lost and replaced, people who leave. */
  #script(leads: readonly string[]): void {
    const { between, pick } = this.#chance;
    const at = (day: number, then: () => void) =>
      this.#schedule.at(day * dayMs + between(0, 20) * hourMs, then);
    for (let nth = 0; nth < 8; nth++) at(between(1, 80), () => this.#restart(between(1, 90) * secondMs));
    at(33, () => this.#restart(26 * hourMs));
    at(48, () => void this.#process?.call("DELETE /amplify/auth/credentials/{id}", { params: { id: "a1" } }));
    this.#schedule.at(50 * dayMs, () =>
      this.#account("a2", { perDay: 50, perMinute: 10, gapMs: 2 * secondMs }, {}),
    );
    for (let nth = 0; nth < 8; nth++) {
      const lead = pick(leads);
      at(between(2, 60), () => this.#optOut(lead));
    }
    const { server } = this.#witness.account("a0");
    at(between(12, 20), () => {
      server.mood = { name: "puts off and refuses", putOff: 0.4, refused: 0.1 };
      this.#schedule.at(this.#schedule.nowMs + 2 * dayMs, () => {
        server.mood = fairWeather;
      });
    });
  }

  #optOut(lead: string): void {
    const email = `${lead}@in.test`;
    const addresses = [{ email, emailHash: `hash of ${email}` }];
    const now = this.#schedule.nowMs + startMs;
    void this.#process?.suppressions.optOut({ workspaceId, source: "recipient", now, addresses }).then(() => {
      this.#witness.optedOut(email);
      const known = this.#facts.optedOutAt.get(lead);
      this.#facts.optedOutAt.set(lead, known ?? this.#schedule.nowMs);
    });
  }

  /** Hour by hour; who reads does so meanwhile, and once a day somebody looks after what asks. */
  #liveOn(): void {
    for (let hour = 1; hour * hourMs <= lengthMs; hour++) {
      this.#schedule.runUntil(hour * hourMs);
      this.#read();
      if (hour % 24 === 12) this.#lookAfter();
      if (this.#schedule.isOver) return;
    }
    this.#witness.addsUp();
  }

  #read(): void {
    const { taken } = this.#witness.sequences;
    const { between, is } = this.#chance;
    for (const { deliveryId, step } of taken.slice(this.#seen)) {
      if (is(0.5)) continue;
      const isClick = step > 0 && is(0.5);
      this.#schedule.at(this.#schedule.nowMs + between(1, 60) * hourMs, () =>
        this.#react(deliveryId, isClick),
      );
    }
    this.#seen = taken.length;
  }

  #react(deliveryId: string, isClick: boolean): void {
    const { openedAt, clickedAt } = this.#facts;
    const now = this.#schedule.nowMs;
    openedAt.set(deliveryId, now);
    if (isClick) clickedAt.set(deliveryId, now);
    this.#file.client
      .query('UPDATE deliveries SET "openedAt" = ?, "clickedAt" = ? WHERE id = ?')
      .run(now + startMs, isClick ? now + startMs : null, deliveryId);
  }

  #lookAfter(): void {
    const process = this.#process;
    if (process === null) return;
    const [plan] = this.#file.client
      .query<{ pausedBy: string | null; reason: string | null }>(
        'SELECT "pausedBy", "pausedReason" AS reason FROM "campaignPlans"',
      )
      .all();
    if (plan?.reason) this.#facts.asked.add((JSON.parse(plan.reason) as { code: string }).code);
    this.#chooseWinner(process);
    const params = { id: planId };
    const isLost = this.#file.client.query("SELECT 1 FROM credentials WHERE id = 'a1'").get() === null;
    const isThere = this.#witness.accounts.has("a2");
    const moved =
      isLost && isThere
        ? process.call("POST /amplify/campaigns/{id}/account", {
            params,
            body: { credentialId: "a2", from: "a1" },
          })
        : Promise.resolve();
    void moved
      .catch((error) => this.#witness.tell(`not moved: ${String(error).slice(0, 100)}`))
      .then(() => plan?.pausedBy && process.call("POST /amplify/campaigns/{id}/resume", { params }))
      .catch((error) => this.#witness.tell(`not resumed: ${String(error).slice(0, 100)}`));
  }

  #chooseWinner(process: SimulatedProcess): void {
    const [held] = this.#file.client
      .query<{ reason: string }>(`SELECT "pausedReason" AS reason FROM campaigns WHERE "pausedBy" = 'test'`)
      .all();
    const why = held && (JSON.parse(held.reason) as { code: string; params: { tie?: boolean } });
    if (!why || why.code === "awaiting_winner" || this.#chosen !== null) return;
    this.#facts.asked.add(why.params.tie ? "tie" : why.code);
    const variantId = this.#chance.pick(["s0.a", "s0.b"]);
    void process.plans.byId(planId).then(async (plan) => {
      if (plan === null) return;
      await process.winners.chooseByHand(plan, { stepId: "s0", variantId, userId: workspaceId });
      this.#chosen = { variantId, atMs: this.#schedule.nowMs, why: why.code };
    });
  }

  #told({ steps, window }: Pick<QuarterStory, "steps" | "window">): QuarterStory {
    const { client } = this.#file;
    const variants = client
      .query<{ id: string; variantId: string | null }>(
        'SELECT deliveries.id, "variantId" FROM deliveries JOIN campaigns ON campaigns.id = "campaignId"',
      )
      .all();
    const ends = client
      .query<{ leadId: string; code: string | null }>('SELECT "leadId", "endedCode" AS code FROM enrolments')
      .all();
    return {
      broken: this.#witness.broken,
      story: this.#witness.story,
      startMs,
      steps,
      window,
      ...this.#facts,
      taken: this.#witness.sequences.taken,
      variants: new Map(variants.map(({ id, variantId }) => [id, variantId ?? ""])),
      chosen: this.#chosen,
      ends: new Map(ends.map(({ leadId, code }) => [leadId, code])),
      asked: [...this.#facts.asked],
      accounts: [...this.#witness.accounts.keys()],
    };
  }
}
