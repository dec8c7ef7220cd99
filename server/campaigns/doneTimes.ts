import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { socketLimits } from "../../contract/limits/socket.ts";
import type { Core } from "../core/core.ts";
import type { Hub, UnnumberedMessage } from "../realtime/hub.ts";

type Told = {
  latest: UnnumberedMessage;
  /** Undefined until it is known. */
  doneAt: number | null | undefined;
  /** What it was asked for, and when. */
  asked: UnnumberedMessage | null;
  askedAt: number;
  isAsking: boolean;
};

/**
 * Whoever sends does not know when it will be done by its account's limits. What it tells goes on at once, with the moment
 * that was worked out lately: the database is asked beside that, and what it says is told with the latest that is known.
 */
export function withDoneTimes(
  { clock, log }: Pick<Core, "clock" | "log">,
  {
    publish,
    isWatched,
    doneAtOf,
  }: Pick<Hub, "publish" | "isWatched"> & {
    doneAtOf(workspaceId: WorkspaceId, message: UnnumberedMessage): Promise<number | null>;
  },
): Hub["publish"] {
  const running = new Map<string, Told>();

  function isDue({ latest, asked, askedAt }: Told): boolean {
    const isOld = Math.abs(clock.now() - askedAt) >= socketLimits.doneAgainMs;
    return asked === null || isOld || asked.data.waiting !== latest.data.waiting;
  }

  async function ask(workspaceId: WorkspaceId, told: Told): Promise<void> {
    told.isAsking = true;
    try {
      while (running.get(told.latest.data.campaignId) === told && isDue(told)) {
        told.asked = told.latest;
        told.askedAt = clock.now();
        const doneAt = await doneAtOf(workspaceId, told.asked);
        const isNew = doneAt !== told.doneAt && running.get(told.latest.data.campaignId) === told;
        told.doneAt = doneAt;
        if (isNew) publish(workspaceId, withDoneAt(told.latest, doneAt));
      }
    } finally {
      told.isAsking = false;
    }
  }

  return (workspaceId, message) => {
    const { campaignId, state } = message.data;
    if (state !== "running") {
      running.delete(campaignId);
      return publish(workspaceId, withDoneAt(message, null));
    }
    const told: Told = running.get(campaignId) ?? {
      latest: message,
      doneAt: undefined,
      asked: null,
      askedAt: 0,
      isAsking: false,
    };
    running.set(campaignId, told);
    told.latest = message;
    publish(workspaceId, told.doneAt === undefined ? message : withDoneAt(message, told.doneAt));
    if (!told.isAsking && isWatched(workspaceId) && isDue(told))
      ask(workspaceId, told).catch((error) =>
        log.warn("When a campaign will be done could not be worked out", { error }),
      );
  };
}

/** Asks again for the same only after a while: many sockets of one workspace may be opened at once. */
export function askedLately<Answer>({ clock }: Pick<Core, "clock">) {
  const asked = new Map<string, { at: number; answer: Promise<Answer> }>();
  const isOld = ({ at }: { at: number }) => Math.abs(clock.now() - at) >= socketLimits.doneAgainMs;
  return (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const known = asked.get(key);
    if (known !== undefined && !isOld(known)) return known.answer;
    for (const [other, one] of asked) if (isOld(one)) asked.delete(other);
    const answer = ask();
    asked.set(key, { at: clock.now(), answer });
    // Whoever asked hears of a failure; whoever asks next, asks anew.
    answer.catch(() => asked.delete(key));
    return answer;
  };
}

export function withDoneAt(message: UnnumberedMessage, doneAt: number | null): UnnumberedMessage {
  return { ...message, data: { ...message.data, doneAt } };
}
