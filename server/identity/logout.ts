import { Hono } from "hono";
import type { Core } from "../core/core.ts";
import { sessionCookie } from "../http/sessionCookie.ts";
import type { Identity } from "./identity.ts";

/** `POST /logout`, the header's button, which works without script: the session is dead, and the front page follows. */
export function createLogout({ core, identity }: { core: Core; identity: Identity }): Hono {
  return new Hono().post("/logout", async (context) => {
    await identity.logOut(context.req.raw);
    context.header("set-cookie", sessionCookie({ token: null, settings: core.settings }));
    return context.redirect("/", 303);
  });
}
