import { minuteMs } from "./units.ts";

/** What is counted for whoever runs the installation. */
export const metricLimits = {
  /** How long requests take: bounds of the groups that they are counted in. */
  requestSeconds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  loopDelaySeconds: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  /** How often a timer is looked at for how late it comes. */
  loopEveryMs: 100,
  /** A token that is shorter can be guessed. */
  tokenCharactersMin: 16,
} as const;

/** What the log leaves out, so that it can be read. */
export const logLimits = {
  /** An entry that says what one said less than this ago is only counted. */
  repeatMs: minuteMs,
  /** So many different entries are known again. */
  knownMax: 200,
} as const;
