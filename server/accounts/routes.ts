import { refused } from "../../contract/refused.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import { inTexts } from "../core/inWords.ts";
import { type Route, route } from "../http/route.ts";
import type { AccountHealthService } from "./accountHealth.ts";
import type { CredentialService } from "./credentials.ts";

type Services = { credentials: CredentialService; health: Pick<AccountHealthService, "of"> };

export function credentialRoutes({ credentials, health }: Services): Route[] {
  return [
    route("GET /amplify/auth/credentials", async ({ scope }) => {
      const all = await credentials.list(scope);
      const { accounts = null } = scope.only ?? {};
      return accounts === null ? all : all.filter(({ _id }) => accounts.includes(_id));
    }),
    route("POST /amplify/auth/credentials", ({ scope, body }) => credentials.add(scope, body)),
    route("PUT /amplify/auth/credentials/{id}", ({ scope, params, body }) =>
      credentials.change({ ...scope, id: params.id }, body),
    ),
    route("GET /amplify/auth/credentials/{id}/health", ({ scope, params }) => {
      const { accounts = null } = scope.only ?? {};
      // A key that is kept to other accounts is not told that this one is there.
      if (accounts !== null && !accounts.includes(params.id)) throw refused("account_not_found");
      return health.of({ ...scope, id: params.id });
    }),
    route("POST /amplify/auth/credentials/{id}/test", async ({ scope, params }) => ({
      message: await credentials.test({ ...scope, id: params.id }),
    })),
    route("POST /amplify/auth/credentials/{id}/resume", ({ scope, params }) =>
      credentials.resume({ ...scope, id: params.id }),
    ),
    route("DELETE /amplify/auth/credentials/{id}", async ({ scope, params }) => {
      await credentials.remove({ ...scope, id: params.id });
      return { message: inTexts(answerTexts).accounts.removed };
    }),
  ];
}
