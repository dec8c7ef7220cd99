import { type Route, route } from "../http/route.ts";
import type { CredentialService } from "./credentials.ts";

export function credentialRoutes(credentials: CredentialService): Route[] {
  return [
    route("GET /amplify/auth/credentials", ({ caller }) => credentials.list(caller.uid)),
    route("POST /amplify/auth/credentials", ({ caller, body }) => credentials.add(caller.uid, body)),
    route("PUT /amplify/auth/credentials/{id}", ({ caller, params, body }) =>
      credentials.change({ workspaceId: caller.uid, id: params.id }, body),
    ),
    route("POST /amplify/auth/credentials/{id}/test", async ({ caller, params }) => ({
      message: await credentials.test({ workspaceId: caller.uid, id: params.id }),
    })),
    route("POST /amplify/auth/credentials/{id}/resume", ({ caller, params }) =>
      credentials.resume({ workspaceId: caller.uid, id: params.id }),
    ),
    route("DELETE /amplify/auth/credentials/{id}", async ({ caller, params }) => {
      await credentials.remove({ workspaceId: caller.uid, id: params.id });
      return { message: "Account removed" };
    }),
  ];
}
