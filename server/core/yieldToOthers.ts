import { systemWaits } from "./waits.ts";

/** Lets the requests, timers and sockets that wait have their turn before long work goes on. */
export const yieldToOthers: () => Promise<void> = systemWaits.turn;
