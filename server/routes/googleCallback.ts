import type { Handler } from "hono";
import type { Env } from "../environment.ts";
import { type GoogleConnect, googleCallbackPath } from "../services/googleConnect.ts";

/**
 * Where Google sends the browser back to. Only a state that this very session started counts, and only once;
 * with any other nothing is read from the request and nothing is stored.
 */
export function googleCallback(google: GoogleConnect): { path: string; handler: Handler<Env> } {
  return {
    path: googleCallbackPath,
    handler: async (c) => {
      const state = c.req.query("state") ?? "";
      const returned = await google.takeState({ state, caller: c.var.caller });
      if (returned === null) {
        const why = "It was used before, has expired, or belongs to another sign-in.";
        return c.html(page("This link cannot be used", why), 403);
      }
      return c.html(page("Not finished in this version", unfinished));
    },
  };
}

// The code exchange comes later; it begins with what `takeState` answers.
const unfinished =
  "Connecting a Google account by Google sign-in is not finished in this version. An app password works today: add the account under Accounts.";

function page(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Amplify | ${title}</title><h1>${title}</h1><p>${text}</p><p>You can close this window.</p></html>`;
}
