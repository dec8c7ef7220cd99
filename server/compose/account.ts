import type { Core } from "../core/core.ts";
import { createAccountData } from "../identity/accountData.ts";
import { createAccountExport } from "../identity/accountExport.ts";
import { accountRoutes } from "../identity/accountRoutes.ts";
import { createPasswordResets } from "../identity/passwordResets.ts";
import { systemMailHandler } from "../identity/systemMails.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { createTrackingService } from "../tracking/tracking.ts";

type Parts = { core: Core; jobs: Jobs } & Parameters<typeof createAccountData>[1];

/** What people do with their own account, and the mail that the installation sends them for it, over one core. */
export function composeAccount({ core, jobs, ...parts }: Parts) {
  const { identity } = parts;
  const data = createAccountData(core, { jobs, ...parts });
  identity.notices.onWritten(jobs.wake);
  return {
    passwordResets: createPasswordResets(core, { identity, jobs }),
    routes: accountRoutes({
      core,
      identity,
      data,
      exported: createAccountExport(core, { identity }),
      tracking: createTrackingService(core),
    }),
    handlers: { systemMail: systemMailHandler(core), accountRemoval: data.removals },
  };
}
