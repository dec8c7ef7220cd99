import { z } from "zod";
import { healthLimits } from "../../limits/accounts/health.ts";
import { timeMs } from "../fields.ts";

const count = z.number().int();

const accountDay = z
  .object({
    day: timeMs.describe("Where the day begins, by UTC"),
    accepted: count.describe("Taken by the account's server, which is not yet arrived"),
    refused: count.describe("Refused for good by the account's server"),
    uncertain: count.describe("Nobody knows whether they left"),
    bounced: count.describe("Taken, and returned later"),
    complained: count.describe("Reported as unwanted by who received them"),
  })
  .meta({ id: "AccountDay" });
export type AccountDay = z.infer<typeof accountDay>;

/** How an account has been doing, and what is left of what it may send. */
export const accountHealth = z
  .object({
    budget: z.object({
      used: count.describe("Mails in the last 24 hours"),
      countMax: count.nullable().describe("What may go in 24 hours as of now; null without a daily limit"),
      rampDay: count.nullable().describe("The day of a ramp-up under way, from 1; null without one"),
      growsAt: timeMs.nullable().describe("When the ramp-up allows more"),
      freesAt: timeMs.nullable().describe("When the oldest of them count no more; null where none counts"),
      freesCount: count.describe("How many those are: all that went within one minute"),
      freeAt: timeMs.nullable().describe("When the latest of them count no more"),
    }),
    days: z
      .array(accountDay)
      .length(healthLimits.days)
      .describe(
        "One for each of the last 30 days, the earliest first, today last; of campaigns and transactional mails",
      ),
  })
  .meta({ id: "AccountHealth" });
export type AccountHealth = z.infer<typeof accountHealth>;
