import { Refusal } from "../../contract/errors.ts";
import { zipStream } from "../core/archive.ts";
import type { Core } from "../core/core.ts";
import { type Route, route } from "../http/route.ts";
import { sessionCookie } from "../http/sessionCookie.ts";
import type { TrackingService } from "../tracking/index.ts";
import type { AccountData } from "./accountData.ts";
import type { AccountExport } from "./accountExport.ts";
import type { Identity } from "./identity.ts";

type AccountParts = {
  core: Core;
  identity: Identity;
  data: AccountData;
  exported: AccountExport;
  tracking: TrackingService;
};

/** What people do with their own account. */
export function accountRoutes({ core, identity, data, exported, tracking }: AccountParts): Route[] {
  const clearCookie = (headers: Headers) =>
    headers.append("set-cookie", sessionCookie({ token: null, settings: core.settings }));
  return [
    route("GET /amplify/account", ({ caller }) => data.of(caller)),

    route("GET /amplify/account/sessions", ({ caller }) => identity.sessions(caller)),

    route("GET /amplify/account/tracking", ({ caller }) => tracking.of(caller.uid)),
    route("PUT /amplify/account/tracking", ({ caller, body }) => tracking.choose(caller.uid, body)),

    route("DELETE /amplify/account/sessions/{id}", async ({ caller, params, headers }) => {
      if (!(await identity.endSession(caller, params.id)))
        throw new Refusal("not_found", "This session has ended already");
      if (params.id === caller.sessionId) clearCookie(headers);
      return { message: "Signed out there" };
    }),

    route("DELETE /amplify/account/sessions", async ({ caller, headers }) => {
      await identity.endEverySession(caller.uid);
      clearCookie(headers);
      return { message: "You are signed out everywhere" };
    }),

    route("GET /amplify/account/export", async ({ caller }) => {
      const now = new Date(core.clock.now());
      const name = `amplify-export-${now.toISOString().slice(0, 10)}.zip`;
      return new Response(await zipStream(exported.files(caller), now), {
        headers: {
          "content-type": "application/zip",
          "content-disposition": `attachment; filename="${name}"`,
        },
      });
    }),

    route("POST /amplify/account/delete", async ({ caller, body, address, headers }) => {
      await data.remove({ caller, ...body, address });
      clearCookie(headers);
      return { message: "Your account and everything kept with it are deleted" };
    }),
  ];
}
