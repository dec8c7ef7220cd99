import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { OutgoingMail, Sender } from "../../../server/sending/senders/sender.ts";
import type { Chance } from "./chance.ts";
import type { Owner, Schedule } from "./schedule.ts";

/** How an account's server behaves: shares of mails, each with what becomes of it. */
export type Mood = {
  name: string;
  unreached?: number;
  refused?: number;
  putOff?: number;
  busy?: number;
  policy?: number;
  signInRefused?: number;
  dailyLimit?: number;
  cutBeforeDot?: number;
  cutAfterDot?: number;
  silentAfterDot?: number;
};

export const fairWeather: Mood = { name: "well" };
/** What servers do on bad days. */
export const moods: readonly Mood[] = [
  { name: "now and then anything", refused: 0.05, putOff: 0.1, cutBeforeDot: 0.05, cutAfterDot: 0.05 },
  { name: "away", unreached: 1 },
  { name: "hardly reached", unreached: 0.6 },
  { name: "greets with 421", busy: 1 },
  { name: "busy at times", busy: 0.1 },
  { name: "puts off", putOff: 0.7 },
  { name: "refuses by policy", policy: 1 },
  { name: "refuses the sign-in", signInRefused: 1 },
  { name: "says the day is used up", dailyLimit: 0.3 },
  { name: "hangs up", cutBeforeDot: 0.5, cutAfterDot: 0.3 },
  { name: "says nothing after the dot", silentAfterDot: 0.3 },
  { name: "refuses", refused: 0.8 },
];

/** What the world outside of a process is told of a mail, beyond any doubt. */
export type Wire = {
  begun(accountId: string, mail: OutgoingMail): void;
  accepted(accountId: string, mail: OutgoingMail): void;
  answered(accountId: string, mail: OutgoingMail, outcome: Outcome): void;
};

export type MailServer = { accountId: string; connections: number; mood: Mood };

type Parts = { schedule: Schedule; chance: Chance; wire: Wire; owner: Owner; server: MailServer };

const lost = (detail: string) => reason("connection_lost", { place: "mail.test:25", detail });

/** An account's server and the connections to it that one process has. */
export function simulatedSender({ schedule, chance, wire, owner, server }: Parts): Sender {
  const waiting: (() => void)[] = [];
  const closing: (() => void)[] = [];
  let taken = 0;
  const pause = (meanMs: number) =>
    new Promise<void>((resolve) => schedule.at(schedule.nowMs + chance.wait(meanMs), resolve, owner));

  /** Until the dot has left nothing is sent; from then on the server goes on whatever becomes of the process. */
  async function talk(mail: OutgoingMail): Promise<Outcome> {
    const { mood } = server;
    const happens = (share: number | undefined) => chance.is(share ?? 0);
    await pause(10);
    if (happens(mood.unreached)) return { kind: "busy", reason: lost("refused"), connection: true };
    if (happens(mood.signInRefused))
      return { kind: "account", reason: reason("sign_in_refused", { help: null }, "535 5.7.8 No") };
    if (happens(mood.busy))
      return { kind: "busy", reason: reason("server_busy", {}, "421 4.7.0"), account: true };
    await pause(10);
    if (happens(mood.refused)) return { kind: "refused", reason: reason("refused", {}, "550 5.1.1 Nobody") };
    if (happens(mood.putOff)) {
      const server = (mood.putOff ?? 0) > 0.5;
      return { kind: "busy", reason: reason("put_off", {}, "451 4.3.0 Later"), server };
    }
    if (happens(mood.dailyLimit)) {
      const restMs = sendLimits.dailyLimitRestMs;
      return { kind: "account", reason: reason("provider_daily_limit", {}, "550 5.4.5"), restMs };
    }
    await pause(20);
    if (happens(mood.cutBeforeDot)) return { kind: "busy", reason: lost("reset"), connection: true };
    mail.journal?.begins();
    return afterDot(mail, happens);
  }

  function afterDot(mail: OutgoingMail, happens: (share: number | undefined) => boolean): Promise<Outcome> {
    const { mood } = server;
    const takenAt = schedule.nowMs + chance.wait(15);
    const isRefused = happens(mood.policy);
    const [isCut, isSilent] = [happens(mood.cutAfterDot), happens(mood.silentAfterDot)];
    const isTaken = !isRefused && (!(isCut || isSilent) || chance.is(0.5));
    if (isTaken) schedule.at(takenAt, () => wire.accepted(server.accountId, mail));
    const answeredAt = isSilent ? schedule.nowMs + sendLimits.afterDotMs : takenAt + chance.wait(10);
    return new Promise((resolve) =>
      schedule.at(answeredAt, () => resolve(said({ isRefused, isUnknown: isCut || isSilent })), owner),
    );
  }

  return {
    async send(mail) {
      if (taken < server.connections) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      wire.begun(server.accountId, mail);
      try {
        const outcome = await talk(mail);
        wire.answered(server.accountId, mail, outcome);
        return outcome;
      } finally {
        // Also where the mail's journal holds back its end.
        const next = waiting.shift();
        if (next) next();
        else taken -= 1;
        if (taken === 0) for (const done of closing.splice(0)) done();
      }
    },
    // Not by looking again and again: a server may be silent for minutes, and nine of ten events of a world were such looks.
    async close() {
      if (taken > 0) await new Promise<void>((resolve) => closing.push(resolve));
    },
  };
}

function said({ isRefused, isUnknown }: { isRefused: boolean; isUnknown: boolean }): Outcome {
  if (isUnknown) return { kind: "uncertain", reason: lost("no answer") };
  if (!isRefused) return { kind: "sent", reason: reason("accepted", {}, "250 2.0.0 Ok") };
  return {
    kind: "refused",
    reason: reason("refused_by_policy", {}, "554 5.7.1 Spam"),
    policy: "554 5.7.1 spam",
  };
}
