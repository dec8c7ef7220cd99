import { createClient } from "../../contract/client.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import type { Output } from "../output.ts";
import { forgetSession, readSession } from "../session.ts";

/** `amplify logout`: ends the session on the server and forgets it here. */
export function logoutCommand() {
  return createCommand("logout", "Sign out, here and on the server")
    .helpGroup("Session:")
    .action(action(logout));
}

async function logout(output: Output, _options: CommonOptions): Promise<ExitCode> {
  const { env } = output.terminal;
  const session = await readSession(env);
  if (session) {
    // Forgotten here first: whatever the server says, this machine no longer has the token.
    await forgetSession(env);
    await createClient({ base: session.server, token: session.token })("POST /amplify/auth/logout").catch(
      () => output.note(`${session.server} could not be told; the session there ends by itself.`),
    );
  }
  output.line(session ? "Signed out." : "Nobody was signed in.");
  output.event("signedOut", {});
  return exitCodes.done;
}
