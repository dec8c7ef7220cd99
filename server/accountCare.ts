import type { Core } from "./core.ts";
import { accountRoutes } from "./routes/account.ts";
import { createAccountData } from "./services/accountData.ts";
import { createAccountExport } from "./services/accountExport.ts";
import type { Identity } from "./services/identity.ts";
import { createPasswordResets } from "./services/passwordResets.ts";
import { createSystemMailer } from "./services/systemMailer.ts";
import { createTrackingService } from "./services/tracking.ts";

type Parts = { core: Core; identity: Identity; restartLane(credentialId: string): Promise<void> };

/** What people do with their own account, and the mail that the installation sends them for it, over one core. */
export function createAccountCare({ core, identity, restartLane }: Parts) {
  const mailer = createSystemMailer(core);
  const data = createAccountData(core, { identity, restartLane });
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
      await mailer?.close();
    },
  };
}
