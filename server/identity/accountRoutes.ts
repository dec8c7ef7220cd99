import { refused } from "../../contract/refused.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import { zipStream } from "../core/archive.ts";
import type { Core } from "../core/core.ts";
import { inTexts } from "../core/inWords.ts";
import { planAnswerOf } from "../core/planAllowance.ts";
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
    route("GET /amplify/account", ({ person }) => data.of(person)),

    route("GET /amplify/account/sessions", ({ person }) => identity.sessions(person)),

    route("GET /amplify/plan", ({ scope }) => planAnswerOf(core, scope)),

    route("GET /amplify/account/tracking", ({ scope }) => tracking.of(scope)),
    route("PUT /amplify/account/tracking", ({ scope, body }) => tracking.choose(scope, body)),

    route("DELETE /amplify/account/sessions/{id}", async ({ person, params, headers }) => {
      if (!(await identity.endSession(person, params.id))) throw refused("session_over");
      if (params.id === person.sessionId) clearCookie(headers);
      return { message: inTexts(answerTexts).identity.signedOutThere };
    }),

    route("DELETE /amplify/account/sessions", async ({ person, headers }) => {
      await identity.endEverySession(person.uid);
      clearCookie(headers);
      return { message: inTexts(answerTexts).identity.signedOutEverywhere };
    }),

    route("GET /amplify/account/export", async ({ person }) => {
      const now = new Date(core.clock.now());
      const name = `amplify-export-${now.toISOString().slice(0, 10)}.zip`;
      return new Response(await zipStream(exported.files(person), now), {
        headers: {
          "content-type": "application/zip",
          "content-disposition": `attachment; filename="${name}"`,
        },
      });
    }),

    route("POST /amplify/account/delete", async ({ person, body, address, headers }) => {
      await data.remove({ person, ...body, address });
      clearCookie(headers);
      return { message: inTexts(answerTexts).identity.deleted };
    }),
  ];
}
