import type { Core } from "./core.ts";
import { accountRoutes } from "./routes/account.ts";
import { createAccountData } from "./services/accountData.ts";
import { createAccountExport } from "./services/accountExport.ts";
import { mailOwners } from "./services/ownerMails.ts";
import { createPasswordResets } from "./services/passwordResets.ts";
import { createSystemMailer } from "./services/systemMailer.ts";
import { createTrackingService } from "./services/tracking.ts";

type Parts = { core: Core } & Parameters<typeof createAccountData>[1];

/** What people do with their own account, and the mail that the installation sends them for it, over one core. */
export function createAccountCare({ core, ...parts }: Parts) {
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
