import { answerTexts } from "../../contract/texts/answers.ts";
import { inTexts } from "../core/inWords.ts";
import { type Route, route } from "../http/route.ts";
import type { SandboxService } from "./sandbox.ts";

/** The sandbox mailbox for programs; `server/sandbox/sandboxPages.tsx` shows it to people. */
export function sandboxRoutes(sandbox: SandboxService): Route[] {
  return [
    route("GET /amplify/sandbox/mails", ({ scope, query }) => sandbox.page({ ...query, ...scope })),
    route("GET /amplify/sandbox/mails/{id}", async ({ scope, params }) => {
      const { _id, raw } = await sandbox.mail({ ...scope, id: params.id });
      return new Response(new Uint8Array(raw), {
        headers: {
          "content-type": "message/rfc822",
          // Never shown as a page: a mail's HTML would run as ours.
          "content-disposition": `attachment; filename="${_id}.eml"`,
        },
      });
    }),
    route("DELETE /amplify/sandbox/mails", async ({ scope }) => {
      await sandbox.empty(scope);
      return { message: inTexts(answerTexts).sandbox.emptied };
    }),
  ];
}
