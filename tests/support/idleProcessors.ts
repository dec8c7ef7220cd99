import { cpus } from "node:os";

/** So much of one processor's time is idle where it could do more than it does. */
const idleShare = 0.5;

type Times = { idle: number; all: number };

/** Answers whether processors together were idle for half of one's time since it was last asked. */
export function createIdleProcessors(timesNow: () => Times = processorTimes): () => boolean {
  let before = timesNow();
  return () => {
    const now = timesNow();
    const passed = now.all - before.all;
    const isIdle = passed > 0 && (now.idle - before.idle) / passed >= idleShare / cpus().length;
    before = now;
    return isIdle;
  };
}

function processorTimes(): Times {
  const times = cpus().map((one) => one.times);
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    all: times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0),
  };
}
