import { createClient } from "../../contract/client.ts";
import { keyPrefix } from "../../contract/identity/keys.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { terminalKeyTexts } from "../../contract/texts/terminal/keys.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import type { Output } from "../output.ts";
import { forgetSession, readSession } from "../session.ts";

/** `amplify logout`: ends the session on the server and forgets it here. */
export function logoutCommand(help: HelpTexts) {
  return createCommand("logout", help.session.logout).helpGroup(help.groups.session).action(action(logout));
}

async function logout(output: Output, _options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { env } = output.terminal;
  const session = await readSession(env);
  if (session) {
    // Forgotten here first: whatever the server says, this machine no longer has the token.
    await forgetSession(env);
    if (session.token.startsWith(keyPrefix)) output.note(output.texts(terminalKeyTexts).browser.stays);
    else
      await createClient({ base: session.server, token: session.token, texts: output.texts })(
        "POST /amplify/auth/logout",
      ).catch(() => output.note(texts.session.notTold(session.server)));
  }
  output.line(session ? texts.session.signedOut : texts.session.nobody);
  output.event("signedOut", {});
  return exitCodes.done;
}
