import { z } from "zod";
import { textLimits } from "../limits/text.ts";
import { timeMs } from "./fields.ts";
import { listOrder, pageSize } from "./lists.ts";

/** Everything that is done by a worker; `server/compose/jobs.ts` says by whom. */
const jobKinds = [
  "systemMail",
  "accountRemoval",
  "permissionReturn",
  "lookAtDomains",
  "import",
  "indexLeads",
  "campaignStart",
  "campaignStarts",
  "campaignsDue",
  "campaignAdvance",
  "campaignJoin",
  "forgetSessions",
  "forgetLeads",
  "forgetMemberships",
  "forgetCustomFields",
  "forgetTemplates",
  "forgetTemplateVersions",
  "forgetImages",
  "forgetSavedRows",
  "forgetTemplateFolders",
  "forgetCampaigns",
  "forgetImports",
  "forgetMails",
  "forgetAccountDays",
  "forgetJobs",
  "forgetKeys",
  "forgetIdempotentCalls",
  "forgetRequests",
  "forgetWebhookEvents",
] as const;
export type JobKind = (typeof jobKinds)[number];

/** What is done is gone. One that failed and comes back by itself stays failed until it is done. */
export const jobStates = ["queued", "running", "failed"] as const;
export type JobState = (typeof jobStates)[number];

/** Without what it is about, which is somebody's own. */
export const job = z
  .object({
    _id: z.string(),
    workspaceId: z.string().describe("Empty for the installation's own"),
    kind: z.string(),
    state: z.enum(jobStates),
    attempts: z.number().int(),
    lastError: z
      .string()
      .nullable()
      .describe("A code, and for whoever mends it a few words of the program's own, as in the log"),
    createdAt: timeMs,
    dueAt: timeMs.nullable().describe("When it is tried next; null while it runs, and where it is not"),
    leaseUntil: timeMs
      .nullable()
      .describe("While it runs: until when its worker has to say that it is there"),
    failedAt: timeMs.nullable(),
  })
  .meta({ id: "Job" });
export type Job = z.infer<typeof job>;

export const jobQuery = z.object({
  ...listOrder,
  state: z.enum(jobStates).optional(),
  before: z.string().max(textLimits.idMax).optional(),
  pageSize: pageSize.optional(),
});

export const jobPage = z.object({
  items: z.array(job),
  total: z.number().int(),
  next: z.string().nullable(),
});
