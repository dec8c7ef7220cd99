import { answerTexts } from "../../contract/texts/answers.ts";
import { inTexts } from "../core/inWords.ts";
import { type Route, route } from "../http/route.ts";
import type { Approvals } from "./approvals.ts";
import type { Keys } from "./keys.ts";
import type { RequestLog } from "./requests.ts";

type Parts = { keys: Keys; approvals: Approvals; requests: RequestLog };

/** Keys of the API, programs that ask for one, and what was called with them. */
export function keyRoutes({ keys, approvals, requests }: Parts): Route[] {
  return [
    route("GET /amplify/api/keys", async ({ scope, person }) => {
      await keys.refuseWithoutAny(scope, person.role);
      return keys.list(scope);
    }),
    route("POST /amplify/api/keys", ({ scope, person, body }) =>
      keys.add({ workspaceId: scope.workspaceId, userId: person.uid }, body),
    ),
    route("DELETE /amplify/api/keys/{id}", async ({ scope, person, params }) => {
      await keys.refuseWithoutAny(scope, person.role);
      await keys.revoke({ workspaceId: scope.workspaceId, id: params.id });
      return { message: inTexts(answerTexts).keys.revoked };
    }),
    route("GET /amplify/api/requests", ({ scope, query }) => requests.page(scope, query)),
    route("GET /amplify/api/usage", ({ scope }) => requests.usage(scope)),

    route("POST /amplify/auth/device", ({ body, address }) => approvals.ask({ ...body, address })),
    route("POST /amplify/auth/device/key", ({ body }) => approvals.fetch(body)),
    route("GET /amplify/api/approvals/{code}", ({ params }) => approvals.look(params.code)),
    route("POST /amplify/api/approvals/{code}", async ({ scope, person, params, body }) => {
      await approvals.decide({ scope, person }, params.code, body);
      const { approved, denied } = inTexts(answerTexts).keys;
      return { message: body.approve ? approved : denied };
    }),
  ];
}
