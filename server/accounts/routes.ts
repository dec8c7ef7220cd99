import { answerTexts } from "../../contract/texts/answers.ts";
import { inTexts } from "../core/inWords.ts";
import { type Route, route } from "../http/route.ts";
import type { CredentialService } from "./credentials.ts";

export function credentialRoutes(credentials: CredentialService): Route[] {
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
