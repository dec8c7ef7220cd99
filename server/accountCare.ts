import type { Core } from "./core.ts";
import { accountRoutes } from "./routes/account.ts";
import { createAccountData } from "./services/accountData.ts";
import { createAccountExport } from "./services/accountExport.ts";
import type { Identity } from "./services/identity.ts";
import { createPasswordResets } from "./services/passwordResets.ts";
import { createSystemMailer } from "./services/systemMailer.ts";

type Parts = { core: Core; identity: Identity; restartLane(credentialId: string): Promise<void> };

/** What people do with their own account, and the mail that the installation sends them for it, over one core. */
export function createAccountCare({ core, identity, restartLane }: Parts) {
  const mailer = createSystemMailer(core);
  return {
    passwordResets: createPasswordResets(core, { identity, mailer }),
    routes: accountRoutes({
      core,
      identity,
      data: createAccountData(core, { identity, restartLane }),
      exported: createAccountExport(core, { identity }),
    }),
    close: async (): Promise<void> => mailer?.close(),
  };
}
