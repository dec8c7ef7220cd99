import { z } from "zod";
import { normalAddress } from "../address.ts";
import { textLimits } from "../limits/text.ts";
import { timeMs } from "./fields.ts";
import { person } from "./person.ts";

const count = z.number().int();

/** How much of everything is one person's: what an export holds and a deletion removes. */
const holdings = z
  .object({
    leads: count,
    collections: count,
    templates: count,
    /** Those that were made public: they belong to everybody and outlive the account. */
    publicTemplates: count,
    campaigns: count,
    deliveries: count,
    accounts: count,
    suppressions: count,
    sandboxMails: count,
  })
  .meta({ id: "Holdings" });

const hasPlans = z
  .boolean()
  // Servers of the previous version do not send it.
  .optional()
  .meta({ description: "False where this installation has no plans: everybody has everything" });

export const account = person
  .extend({
    createdAt: timeMs,
    hasPassword: z.boolean(),
    hasGoogle: z.boolean(),
    hasPlans,
    hasKeys: z
      .boolean()
      // Servers of the previous version do not send it.
      .optional()
      .meta({ description: "Whether there are keys of the API, which a plan without it does not answer" }),
    hasWebhooks: z
      .boolean()
      // Servers of the previous version do not send it.
      .optional()
      .meta({
        description: "Whether there are webhooks, to which nothing is sent on a plan without the API",
      }),
    holdings,
  })
  .meta({ id: "Account" });

export const signedInSession = z
  .object({
    _id: z.string(),
    /** What was signed in with, in a few words; never an address. */
    device: z.string(),
    createdAt: timeMs,
    lastSeenAt: timeMs,
    current: z.boolean(),
  })
  .meta({ id: "SignedInSession" });

/** Somebody with a password gives it; somebody without one gives their e-mail, soon after signing in. */
export const deletion = z.object({
  password: z.string().max(textLimits.passwordMax).default(""),
  email: z.string().max(textLimits.emailMax).default("").transform(normalAddress),
});

/** What the plan of a workspace allows, as far as a server can keep it. */
export const planAnswer = z
  .object({
    plan: z.enum(["free", "premium", "enterprise"]),
    hasPlans,
    /** Null where there is no limit. */
    leadsMax: count.nullable(),
    abTesting: z.boolean(),
    advancedAnalytics: z.boolean(),
    api: z.boolean(),
    automation: z.boolean(),
  })
  .meta({ id: "PlanAnswer" });
export type PlanAnswer = z.infer<typeof planAnswer>;

export type Holdings = z.infer<typeof holdings>;
export type Account = z.infer<typeof account>;
export type SignedInSession = z.infer<typeof signedInSession>;
