import { secondMs } from "../../../contract/limits/units.ts";
import { accidents, end, killAndLose } from "./accidents.ts";
import type { Chance } from "./chance.ts";
import { fairWeather } from "./mailServer.ts";
import { type SimulatedProcess, workspaceId } from "./simulatedProcess.ts";
import type { Act, Stage } from "./stage.ts";

const retries = [["failed"], ["uncertain"], ["failed", "uncertain"]] as const;

/** What people do, each with how often. */
const actions: readonly [weight: number, what: string, act: Act["do"]][] = [
  [8, "send", (stage, chance) => send(stage, chance)],
  [5, "pause", (stage, chance) => steer(stage, chance, pause)],
  [5, "resume", (stage, chance) => steer(stage, chance, resume)],
  [3, "cancel", (stage, chance) => steer(stage, chance, cancel)],
  [5, "retry", (stage, chance) => steer(stage, chance, (at, id) => retry(at, id, chance.pick(retries)))],
  [4, "test mail", testMail],
  [5, "opt-out", optOut],
  [3, "cancelled in the middle", cancelInTheMiddle],
  [2, "lost in the middle", loseInTheMiddle],
  [
    2,
    "the rest from elsewhere",
    (stage, chance) => steer(stage, chance, (at, id) => sendRestFrom(at, id, chance.pick(stage.accountIds))),
  ],
  [2, "account resumed", (stage, chance) => void resumeAccount(stage, chance.pick(stage.accountIds))],
  [2, "account edited", editAccount],
  [1, "account removed", removeAccount],
];

/** A life: so many actions and accidents, most of them soon after each other, and now and then a long while. */
export function actsOf(chance: Chance, longMs: number): Act[] {
  const acts: Act[] = [{ atMs: secondMs, what: "send", do: (stage, own) => send(stage, own) }];
  // Some worlds are calm, so that what only people do is seen as well.
  const share = chance.pick([0, 0.2, 0.4]);
  const count = chance.between(4, 20);
  const meanMs = chance.pick([500, 3 * secondMs, 30 * secondMs]);
  let atMs: number = secondMs;
  for (let nth = 0; nth < count; nth++) {
    // What comes right after something else is what nobody thought of.
    const wait = chance.pick([20, meanMs, meanMs, meanMs]);
    atMs += chance.is(0.05) ? chance.wait(longMs) : chance.wait(wait);
    const [, what, act] = weighed(chance, chance.is(share) ? accidents : actions);
    acts.push({ atMs, what, do: act });
  }
  return acts;
}

function weighed(chance: Chance, list: readonly [number, string, Act["do"]][]) {
  let left = chance.next() * list.reduce((sum, [weight]) => sum + weight, 0);
  for (const entry of list) {
    left -= entry[0];
    if (left < 0) return entry;
  }
  throw new Error("a share of less than one reaches no end");
}

function send(
  stage: Stage,
  chance: Chance,
  {
    credentialId = chance.pick(stage.accountIds),
    count = chance.is(0.3) ? stage.leadIds.length : chance.between(1, 8),
  }: { credentialId?: string; count?: number } = {},
): void {
  const { witness, leadIds } = stage;
  const at = stage.anyProcess();
  if (at === null) return;
  const from = chance.between(0, leadIds.length - count);
  const subject = `Campaign ${stage.newId("s")}`;
  witness.tell(`${at.name} is asked to send to ${count} from ${credentialId}`);
  const leads = leadIds.slice(from, from + count);
  const body = { subject, html: "<p>Hi</p>", from: `${credentialId}@sim.test`, credentialId, leads };
  at.call("POST /email/send", { body }).then((sent) => {
    const { campaignId } = sent as { campaignId: string };
    witness.tell(`${campaignId} is accepted`);
    if (!stage.campaignIds.includes(campaignId)) stage.campaignIds.push(campaignId);
  }, refusedOn(stage));
}

/** Every refusal is an answer; what was refused has to hold no less than what was done. */
function refusedOn({ witness }: Stage) {
  return (error: unknown) => witness.tell(`refused: ${String(error).slice(0, 120)}`);
}

type Steered = (stage: Stage & { at: SimulatedProcess }, id: string) => void;

function steer(stage: Stage, chance: Chance, act: Steered): void {
  const at = stage.anyProcess();
  const newest = stage.campaignIds.slice(-2);
  if (at !== null && newest.length > 0)
    act({ ...stage, at }, chance.pick(chance.is(0.5) ? newest : stage.campaignIds));
}

const pause: Steered = (stage, id) => {
  const { witness, at } = stage;
  const { goingOn: before, goingOnAsked: underWay } = witness.campaign(id);
  witness.tell(`${at.name} is asked to pause ${id}`);
  at.call("POST /amplify/campaigns/{id}/pause", { params: { id } }).then(() => {
    witness.tell(`${id} is paused`);
    // Where somebody let it go on meanwhile, or was about to, nobody can say who was first.
    const { goingOn, goingOnAsked } = witness.campaign(id);
    witness.campaign(id).isStopped = goingOn === before && underWay + goingOnAsked === 0;
  }, refusedOn(stage));
};

/** Lets a campaign go on, as a person does. */
export const resume: Steered = (stage, id) => {
  stage.witness.tell(`${stage.at.name} is asked to resume ${id}`);
  const answer = stage.at.call("POST /amplify/campaigns/{id}/resume", { params: { id } });
  goesOn(stage, id, answer);
};

/** From the moment in which it is asked for, a campaign may go on; a call that is never answered may be done still. */
function goesOn(stage: Stage, id: string, answer: Promise<unknown>): void {
  const { witness } = stage;
  const campaign = witness.campaign(id);
  campaign.goingOn += 1;
  campaign.goingOnAsked += 1;
  campaign.isStopped = false;
  // Whoever sends may learn of it only after a while.
  campaign.dueSince = null;
  answer
    .then(() => witness.tell(`${id} goes on`), refusedOn(stage))
    .then(() => {
      campaign.goingOnAsked -= 1;
    });
}

/** Ends a campaign, as a person does. */
export const cancel: Steered = (stage, id) => {
  const { witness, at } = stage;
  witness.tell(`${at.name} is asked to cancel ${id}`);
  at.call("POST /amplify/campaigns/{id}/cancel", { params: { id } }).then(() => {
    witness.tell(`${id} is cancelled`);
    witness.campaign(id).isCancelled = true;
  }, refusedOn(stage));
};

/** Sends what is left of a campaign from another account, as a person does. */
export function sendRestFrom(
  stage: Stage & { at: SimulatedProcess },
  id: string,
  credentialId: string,
): void {
  const { witness, at } = stage;
  witness.tell(`${at.name} is asked to send the rest of ${id} from ${credentialId}`);
  const incoming = { params: { id }, body: { credentialId } };
  goesOn(stage, id, at.call("POST /amplify/campaigns/{id}/account", incoming));
}

/**
 * A send that is cancelled in its worst moment: while its mails are put off or refused, with the sender killed right
 * after, or tried again.
 */
function cancelInTheMiddle(stage: Stage, chance: Chance): void {
  const { schedule, witness } = stage;
  const { server } = witness.account(chance.pick(stage.accountIds));
  const ending = chance.pick(["settle", "kill", "retry"]);
  server.mood = ending === "retry" ? { name: "refuses", refused: 0.5 } : { name: "puts off", putOff: 0.7 };
  witness.tell(`the server of ${server.accountId}: ${server.mood.name}`);
  send(stage, chance, { credentialId: server.accountId, count: stage.leadIds.length });
  const later = (waitMs: number, then: (at: SimulatedProcess, id: string) => void) =>
    schedule.at(schedule.nowMs + waitMs, () => {
      const [at, id] = [stage.anyProcess(), stage.campaignIds.at(-1)];
      if (at !== null && id !== undefined) then(at, id);
    });
  const cancelledMs = chance.between(100, 600);
  later(cancelledMs, (at, id) => cancel({ ...stage, at }, id));
  if (ending === "kill") later(cancelledMs + chance.between(1, 60), () => end(stage, chance, true));
  if (ending === "retry")
    later(cancelledMs + 5 * secondMs, (at, id) => retry({ ...stage, at }, id, ["failed", "uncertain"]));
  schedule.at(schedule.nowMs + cancelledMs + secondMs, () => {
    server.mood = fairWeather;
  });
}

/** A send whose sender is killed, and its journal lost, while many of them are under way. */
function loseInTheMiddle(stage: Stage, chance: Chance): void {
  send(stage, chance, { count: stage.leadIds.length });
  const atMs = stage.schedule.nowMs + chance.between(100, 800);
  stage.schedule.at(atMs, () => killAndLose(stage, chance));
}

/** Tries mails of a campaign again, as a person does. */
export function retry(stage: Stage & { at: SimulatedProcess }, id: string, states: readonly string[]): void {
  const { witness, at } = stage;
  const campaign = witness.campaign(id);
  for (const state of states) campaign.retriedStates.add(state);
  witness.tell(`${at.name} is asked to try ${states.join(" and ")} of ${id} again`);
  at.call("POST /amplify/campaigns/{id}/retry", { params: { id }, body: { states } }).then(
    (answer) => witness.tell(`${id}: ${JSON.stringify(answer)}`),
    refusedOn(stage),
  );
}

function testMail(stage: Stage, chance: Chance): void {
  // One that does not send counts such a mail for itself alone until the sender starts anew.
  const at = stage.sender();
  if (at === null || !at.dispatcher.isSender) return;
  const id = chance.pick(stage.accountIds);
  const messageId = stage.newId("test");
  stage.witness.tell(`${at.name} is asked for ${messageId} through ${id}`);
  const mail = { envelope: { from: "ada@sim.test", to: "ada@sim.test" }, raw: new Uint8Array(), messageId };
  at.accounts
    .byId(id)
    .then((account) => {
      if (account === null) return;
      stage.witness.testAsked(id, messageId);
      return at.dispatcher.sendOne(account.id, mail);
    })
    .then((outcome) => stage.witness.tell(`${messageId} came to ${outcome?.kind}`), refusedOn(stage));
}

function optOut(stage: Stage, chance: Chance): void {
  const at = stage.anyProcess();
  if (at === null) return;
  const email = `${chance.pick(stage.leadIds)}@in.test`;
  const emailHash = `hash of ${email}`;
  const what = { workspaceId, source: "recipient", now: at.clock.now() } as const;
  // By the link in a mail, or after the lead was removed and added again, when only the suppression knows.
  const done = chance.is(0.5)
    ? at.suppressions.optOut({ ...what, addresses: [{ email, emailHash }] })
    : at.suppressions.suppress({ ...what, emailHashes: [emailHash] });
  done.then(() => {
    stage.witness.tell(`${email} has opted out`);
    stage.witness.optedOut(email);
  }, refusedOn(stage));
}

/** Lets an account go on, as a person does who mended what was wrong. */
export function resumeAccount(stage: Stage, id: string): void {
  const at = stage.anyProcess();
  if (at === null) return;
  stage.witness.tell(`${at.name} is asked to let ${id} go on`);
  at.call("POST /amplify/auth/credentials/{id}/resume", { params: { id } }).catch(refusedOn(stage));
}

function editAccount(stage: Stage, chance: Chance): void {
  const at = stage.anyProcess();
  if (at === null) return;
  const id = chance.pick(stage.accountIds);
  const { limits } = stage.witness.account(id);
  const perMinute = chance.is(0.5) ? chance.between(5, 40) : limits.perMinute;
  const gapMs = chance.is(0.5) ? chance.between(0, 10) * secondMs : limits.gapMs;
  if (perMinute !== null && limits.perMinute !== null)
    limits.perMinute = Math.max(limits.perMinute, perMinute);
  limits.gapMs = Math.min(limits.gapMs, gapMs);
  stage.witness.tell(`${at.name} is asked to change ${id}: ${perMinute} a minute, ${gapMs} ms between two`);
  const body = { appEmail: `${id}@sim.test`, appPassword: "", alias: "", perMinute, gapMs };
  at.call("PUT /amplify/auth/credentials/{id}", { params: { id }, body }).catch(refusedOn(stage));
}

function removeAccount(stage: Stage, chance: Chance): void {
  const at = stage.anyProcess();
  if (at === null) return;
  const id = chance.pick(stage.accountIds);
  stage.witness.tell(`${at.name} is asked to remove ${id}`);
  at.call("DELETE /amplify/auth/credentials/{id}", { params: { id } }).then(
    () => stage.witness.tell(`${id} is removed`),
    refusedOn(stage),
  );
}
