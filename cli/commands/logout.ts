import { keyPrefix } from "../../contract/identity/keys.ts";
import { faultTexts } from "../../contract/texts/terminal/faults.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { terminalKeyTexts } from "../../contract/texts/terminal/keys.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { serverOrigin } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import type { Output } from "../output.ts";
import { forgetSession, readSession, type Session } from "../session.ts";
import { createTerminalClient } from "../terminalClient.ts";

/** `amplify logout`: ends the session on the server and forgets it here. */
export function logoutCommand(help: HelpTexts) {
  return createCommand("logout", help.session.logout).helpGroup(help.groups.session).action(action(logout));
}

async function logout(output: Output, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const faults = output.texts(faultTexts);
  const { env } = output.terminal;
  const kept = await readSession(env);
  const named = options.server ?? env.AMPLIFY_SERVER;
  const server = named ? serverOrigin(named, faults) : kept?.server;
  // That of another server is not meant.
  const session = kept?.server === server ? kept : null;
  if (session) {
    // Forgotten locally first, so that whatever the server answers, this machine no longer has the token.
    await forgetSession(env);
    await endOnServer(output, session);
  }
  const nobody = named && server ? faults.notSignedIn(server) : texts.session.nobody;
  output.line(session ? texts.session.signedOut : nobody);
  if (env.AMPLIFY_TOKEN) output.note(texts.session.tokenStays);
  output.event("signedOut", {});
  return exitCodes.done;
}

/** Ends a session on its server as well. A key cannot end itself, so a note says that it stays valid. */
export async function endOnServer(output: Output, { server, token }: Session): Promise<void> {
  if (token.startsWith(keyPrefix)) return output.note(output.texts(terminalKeyTexts).browser.stays);
  const client = createTerminalClient({ base: server, token, texts: output.texts });
  await client("POST /amplify/auth/logout").catch(() =>
    output.note(output.texts(outputTexts).session.notTold(server)),
  );
}
