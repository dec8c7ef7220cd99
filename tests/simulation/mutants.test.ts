import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Change } from "../support/simulation/mutate.ts";

type Mutant = { world: number; isShared?: boolean; changes: Change[]; rules: string[] };

const root = join(import.meta.dir, "../..");
/** More than any of them has needed so far, several times over. */
const worldsMax = 400;

const lane = "server/sending/dispatch/lane.ts";
const claims = "db/stores/campaigns/ledgerSending.ts";
const journal = "server/sending/journal/FileJournal.ts";
const moves = "db/stores/campaigns/rowMoves.ts";
const sequences = "server/campaigns/sequences";

/**
 * What a simulator is worth: each of these is seen by the rule that it breaks. It is looked for from the world on in which
 * it was caught when that was written here; what happens in a world changes with the code.
 */
const mutants: Record<string, Mutant> = {
  "a sender that takes over and sends again what the one before it had begun": {
    world: 3,
    isShared: true,
    changes: [
      {
        file: "server/sending/journal/openMailSettlements.ts",
        from: 'if (said === "in doubt") return',
        to: "if (false) return",
      },
    ],
    rules: ["taken", "once"],
  },
  "a sender that takes an account while it is another's": {
    world: 5,
    isShared: true,
    changes: [
      {
        file: "db/stores/sending/accountLeases.ts",
        from: "const isFree = isAlone",
        to: "const isFree = true",
      },
    ],
    rules: ["time", "once", "taken", "gap", "minute", "uncertain"],
  },
  "the claim without its guard of a pause": {
    world: 100,
    changes: [
      {
        file: claims,
        from: '        eq(campaigns.credentialId, value("credentialId")),\n        eq(campaigns.state, "running"),\n      ),\n    );\n  return builder',
        to: '        eq(campaigns.credentialId, value("credentialId")),\n      ),\n    );\n  return builder',
      },
    ],
    rules: ["pause", "cancel"],
  },
  "a lane without its look at suppressions": {
    world: 48,
    changes: [
      {
        file: "server/sending/dispatch/ReadyMails.ts",
        from: 'if (isSuppressed) return reason("unsubscribed");',
        to: "",
      },
      { file: "server/sending/dispatch/ReadyMails.ts", from: "barred.get(email) ??", to: "" },
    ],
    rules: ["opt-out"],
  },
  "a start that forgets what a cancelled campaign had under way": {
    world: 949,
    changes: [
      {
        file: moves,
        from: "write.select({ id: campaigns.id }).from(campaigns)),",
        to: 'write.select({ id: campaigns.id }).from(campaigns).where(inArray(campaigns.state, ["running", "paused"]))),',
      },
      // What would mend it later is another rule's.
      {
        file: "server/sending/dispatch/strays.ts",
        from: "if (lost.length === 0) return [];",
        to: "return [];",
      },
    ],
    rules: ["end", "taken"],
  },
  "a start that takes what had begun for what had not": {
    world: 29,
    changes: [
      {
        file: "server/sending/journal/recovery.ts",
        from: "if (sentAt !== undefined || left.inDoubt.has(row.id)) continue;",
        to: "if (sentAt !== undefined) continue;",
      },
    ],
    rules: ["once", "taken"],
  },
  "a list that is written after the mail has gone": {
    world: 29,
    changes: [
      {
        file: journal,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a file
        from: 'file.append(`${this.#pending}${line}`);\n      this.#pending = "";',
        to: "file.append(this.#pending);\n      this.#pending = line;",
      },
    ],
    rules: ["once", "taken"],
  },
  "a list of another boot that is believed": {
    world: 35,
    changes: [
      {
        file: "server/sending/journal/readJournal.ts",
        from: "!text.startsWith(headOf(run, boot))",
        to: "!text.includes(run)",
      },
    ],
    rules: ["once", "taken"],
  },
  "a mail that is noted to be counted again with each outcome": {
    world: 1,
    changes: [
      {
        file: "db/stores/campaigns/ledgerSettling.ts",
        from: 'const sent = idsOf(settled.filter(({ state }) => state === "sent"));',
        to: "const sent = idsOf(settled);",
      },
    ],
    rules: ["sums"],
  },
  "a lane without turns": {
    world: 37,
    changes: [{ file: lane, from: "if (campaign) this.#campaigns.putLast(campaign);", to: "" }],
    rules: ["fairness"],
  },
  "a retry of a cancelled campaign": {
    world: 31,
    changes: [
      {
        file: "server/campaigns/campaigns.ts",
        from: 'if (stateOf(known) === "cancelled") throw',
        to: "if (false) throw",
      },
      {
        file: "db/stores/campaigns/plans/planRetrying.ts",
        from: '["running", "paused", "finished"]), isNull',
        to: '["running", "paused", "finished", "cancelled"]), isNull',
      },
      {
        file: "db/stores/campaigns/plans/planRetrying.ts",
        from: "if (plan.length === 0 || changed",
        to: "if (changed",
      },
    ],
    rules: ["retry"],
  },
  "a move that takes what has gone along": {
    world: 1,
    changes: [
      {
        file: "db/stores/campaigns/handingOver.ts",
        from: "inArray(deliveries.state, [...openStates])",
        to: 'inArray(deliveries.state, [...openStates, "sent"])',
      },
    ],
    rules: ["origin"],
  },
  "test mails beside the budget": {
    world: 30,
    changes: [
      { file: "server/sending/dispatch/sendBooked.ts", from: "  governor.record(1, now);\n", to: "" },
    ],
    rules: ["gap", "minute", "day"],
  },
  "a look that counts as a turn": {
    world: 116,
    changes: [
      {
        file: "server/sending/dispatch/campaignTurns.ts",
        from: "isMails && this.#isDue(campaign, now)) return campaign;",
        to: "isMails && this.#isDue(campaign, now)) {\n this.putLast(campaign);\n return campaign;\n }",
      },
      { file: lane, from: "if (campaign) this.#campaigns.putLast(campaign);", to: "" },
    ],
    rules: ["fairness"],
  },
  "a cancel that is done while some of its mails are on their way": {
    world: 18,
    changes: [{ file: moves, from: "if (move.move !== skip) return", to: "return" }],
    rules: ["end"],
  },
  "a lane that does not look again after a claim of nothing": {
    world: 525,
    changes: [
      {
        file: lane,
        from: "if (claimed.length < asked) await refresh(campaign, this.#deps);",
        to: "if (claimed.length < asked) await this.#deps.ledger.countsOf(row.id);",
      },
      { file: lane, from: "claimed.length === 0 ? now + sendLimits.ledgerRetryMs : null", to: "null" },
    ],
    rules: ["spin", "end"],
  },
  "a sender that knows nothing of mails nobody works on": {
    world: 981,
    changes: [
      {
        file: "server/sending/dispatch/strays.ts",
        from: "if (lost.length === 0) return [];",
        to: "return [];",
      },
    ],
    rules: ["end"],
  },
  "a sender that learns of no account's changes elsewhere": {
    world: 2_307,
    changes: [
      {
        file: "server/sending/dispatch/dispatcher.ts",
        from: "    await this.#restartChanged();\n",
        to: "",
      },
    ],
    rules: ["end", "gap", "minute"],
  },
  "a lane that minds no window": {
    world: 58,
    changes: [
      {
        file: "server/sending/windows/WindowGate.ts",
        from: "if (hours.window === null) return null;",
        to: "if (hours !== null) return null;",
      },
    ],
    rules: ["window"],
  },
  "a follow-up that waits for no delay": {
    world: 58,
    changes: [
      { file: `${sequences}/nextMove.ts`, from: "if (dueAt > now) return", to: "if (dueAt < 0) return" },
    ],
    rules: ["window"],
  },
  "a lead that is left where it was when it gets its next mail": {
    world: 58,
    changes: [
      {
        file: "db/stores/campaigns/sequences/advancing.ts",
        from: "      step: int(3),\n",
        to: "",
      },
    ],
    rules: ["step", "end"],
  },
  "mails that were claimed, wait for too long and are forgotten": {
    world: 97,
    changes: [
      {
        file: "server/sending/dispatch/ReadyMails.ts",
        from: "return out.map(queuedAgain);",
        to: "return [];",
      },
      {
        file: "server/sending/dispatch/strays.ts",
        from: "if (lost.length === 0) return [];",
        to: "return [];",
      },
    ],
    rules: ["end"],
  },
};

async function liveWith(
  changes: readonly Change[],
  { world, isShared = false }: Pick<Mutant, "world" | "isShared">,
): Promise<{ status: number; text: string }> {
  const child = Bun.spawn(
    [
      process.execPath,
      "--preload",
      "./tests/support/simulation/mutate.ts",
      "tests/simulation/run.ts",
      `${world}`,
      `${world + worldsMax}`,
      "--first",
      ...(isShared ? ["--shared"] : []),
    ],
    {
      cwd: root,
      env: { ...process.env, SIMULATION_CHANGES: JSON.stringify(changes) },
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const [text, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { status: await child.exited, text: text + complaint };
}

test.each(Object.entries(mutants))(
  "%s is caught",
  async (name, { changes, rules, ...where }) => {
    const { status, text } = await liveWith(changes, where);
    const [, seed, rule] = /^seed (\d+): ([^:]+):/m.exec(text) ?? [];
    if (seed === undefined) console.log(text.slice(-2_000));
    console.log(`${name}: caught in world ${seed} by "${rule}"`);
    expect(rules).toContain(rule ?? `status ${status}`);
  },
  120_000,
);

test("a mutation of a text that is no longer there is no mutation", async () => {
  const { status, text } = await liveWith([{ file: lane, from: "a text that nobody wrote", to: "" }], {
    world: 1,
  });
  expect({ status, text: text.trim() }).toEqual({
    status: 3,
    text: `${lane} does not hold once: a text that nobody wrote`,
  });
});
