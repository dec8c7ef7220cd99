import { createClient } from "../../contract/client.ts";
import { keyPrefix } from "../../contract/identity/keys.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { terminalKeyTexts } from "../../contract/texts/terminal/keys.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import type { Output } from "../output.ts";
import { forgetSession, readSession, type Session } from "../session.ts";

/** `amplify logout`: ends the session on the server and forgets it here. */
export function logoutCommand(help: HelpTexts) {
  return createCommand("logout", help.session.logout).helpGroup(help.groups.session).action(action(logout));
}

async function logout(output: Output, _options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { env } = output.terminal;
  const session = await readSession(env);
  if (session) {
    // Forgotten locally first, so that whatever the server answers, this machine no longer has the token.
    await forgetSession(env);
    await endOnServer(output, session);
  }
  output.line(session ? texts.session.signedOut : texts.session.nobody);
  output.event("signedOut", {});
  return exitCodes.done;
}

/** Ends a session on its server as well. A key cannot end itself, so a note says that it stays valid. */
export async function endOnServer(output: Output, { server, token }: Session): Promise<void> {
  if (token.startsWith(keyPrefix)) return output.note(output.texts(terminalKeyTexts).browser.stays);
  const client = createClient({ base: server, token, texts: output.texts });
  await client("POST /amplify/auth/logout").catch(() =>
    output.note(output.texts(outputTexts).session.notTold(server)),
  );
}
