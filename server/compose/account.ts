import type { Core } from "../core/core.ts";
import { createAccountData } from "../identity/accountData.ts";
import { createAccountExport } from "../identity/accountExport.ts";
import { accountRoutes } from "../identity/accountRoutes.ts";
import { mailOwners } from "../identity/ownerMails.ts";
import { createPasswordResets } from "../identity/passwordResets.ts";
import { createSystemMailer } from "../identity/systemMailer.ts";
import { createTrackingService } from "../tracking/tracking.ts";

type Parts = { core: Core } & Parameters<typeof createAccountData>[1];

/** What people do with their own account, and the mail that the installation sends them for it, over one core. */
export function composeAccount({ core, ...parts }: Parts) {
  const mailer = createSystemMailer(core);
  const { identity } = parts;
  const data = createAccountData(core, parts);
  const ownerMails = mailOwners(core, { identity, mailer });
  return {
    passwordResets: createPasswordResets(core, { identity, mailer }),
    routes: accountRoutes({
      core,
      identity,
      data,
      exported: createAccountExport(core, { identity }),
      tracking: createTrackingService(core),
    }),
    resume: data.resume,
    async close(): Promise<void> {
      data.close();
      await ownerMails.close();
      await mailer?.close();
    },
  };
}
