import { type Route, route } from "../http/route.ts";
import type { SandboxService } from "./sandbox.ts";

/** The sandbox mailbox for programs; `server/sandbox/sandboxPages.tsx` shows it to people. */
export function sandboxRoutes(sandbox: SandboxService): Route[] {
  return [
    route("GET /amplify/sandbox/mails", ({ caller, query }) =>
      sandbox.page({ workspaceId: caller.uid, ...query }),
    ),
    route("GET /amplify/sandbox/mails/{id}", async ({ caller, params }) => {
      const { _id, raw } = await sandbox.mail({ workspaceId: caller.uid, id: params.id });
      return new Response(new Uint8Array(raw), {
        headers: {
          "content-type": "message/rfc822",
          // Never shown as a page: a mail's HTML would run as ours.
          "content-disposition": `attachment; filename="${_id}.eml"`,
        },
      });
    }),
    route("DELETE /amplify/sandbox/mails", async ({ caller }) => {
      await sandbox.empty(caller.uid);
      return { message: "The sandbox mailbox is empty" };
    }),
  ];
}
