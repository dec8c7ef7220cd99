import type { PlannedScope } from "../../../contract/identity/scope.ts";
import { refused } from "../../../contract/refused.ts";
import { type Route, route } from "../../http/route.ts";
import type { AccountDomainService } from "./accountDomains.ts";
import type { createSigningKeyService } from "./signingKeys.ts";

type Services = {
  domains: Pick<AccountDomainService, "of" | "look">;
  signing: ReturnType<typeof createSigningKeyService>;
};

export function domainRoutes({ domains, signing }: Services): Route[] {
  return [
    route("GET /amplify/auth/credentials/{id}/domain", ({ scope, params }) => {
      refuseOther(scope, params.id);
      return domains.of({ ...scope, id: params.id });
    }),
    route("POST /amplify/auth/credentials/{id}/domain", ({ scope, params }) =>
      domains.look({ ...scope, id: params.id }),
    ),
    route("POST /amplify/auth/credentials/{id}/domain/keys", ({ scope, params }) =>
      signing.make({ ...scope, id: params.id }),
    ),
    route("PUT /amplify/auth/credentials/{id}/domain/keys/{keyId}", ({ scope, params, body }) =>
      signing.change({ ...scope, ...params }, body),
    ),
    route("DELETE /amplify/auth/credentials/{id}/domain/keys/{keyId}", ({ scope, params }) =>
      signing.remove({ ...scope, ...params }),
    ),
  ];
}

/** A key that is kept to other accounts is not told that this one is there. */
function refuseOther({ only }: PlannedScope, id: string): void {
  if (only?.accounts != null && !only.accounts.includes(id)) throw refused("account_not_found");
}
