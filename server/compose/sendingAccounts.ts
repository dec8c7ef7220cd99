import type { CampaignStore } from "../../db/stores/campaigns/campaigns.ts";
import { createAccountHealthService } from "../accounts/accountHealth.ts";
import { createCredentialService } from "../accounts/credentials.ts";
import { createAccountDomainService } from "../accounts/domain/accountDomains.ts";
import { domainRoutes } from "../accounts/domain/routes.ts";
import { createSigningKeyService } from "../accounts/domain/signingKeys.ts";
import { createGooglePermissions } from "../accounts/googlePermissions.ts";
import { credentialRoutes } from "../accounts/routes.ts";
import type { Core } from "../core/core.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { SendingPort } from "../sending/boundary/port.ts";
import type { SendingProviders } from "../sending/senders/registry.ts";

type Parts = {
  jobs: Pick<Jobs, "wake" | "ask">;
  sender: SendingPort;
  campaigns: CampaignStore;
  providers: SendingProviders;
  /** Who reads the mailboxes of accounts. */
  readings: Parameters<typeof createCredentialService>[1]["readings"];
};

/** Sending accounts, how they have been doing, and the domains that they send from. */
export function composeSendingAccounts(core: Core, parts: Parts) {
  const permissions = createGooglePermissions(core);
  const domains = createAccountDomainService(core, parts);
  const accounts = createCredentialService(core, { ...parts, permissions, domains });
  const health = createAccountHealthService(core);
  return {
    accounts,
    health,
    permissions,
    domains,
    routes: [
      ...credentialRoutes({ credentials: accounts, health }),
      ...domainRoutes({ domains, signing: createSigningKeyService(core, { ...parts, domains }) }),
    ],
  };
}
