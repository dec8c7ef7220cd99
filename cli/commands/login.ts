import { normalAddress } from "../../contract/address.ts";
import { createClient } from "../../contract/client.ts";
import { ask, readPiped } from "../ask.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { defaultServer, isExposed, serverOrigin } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import type { Output } from "../output.ts";
import { readSession, saveSession, sessionPath } from "../session.ts";

type LoginOptions = CommonOptions & { passwordStdin?: boolean };

/** `amplify login`: signs in once; the token is kept for this person only. */
export function loginCommand() {
  return createCommand("login", "Sign in and keep the session on this machine")
    .helpGroup("Session:")
    .argument("[email]", "asked for when left out")
    .option("--password-stdin", "read the password from stdin")
    .action(action(login));
}

async function login(output: Output, given: string | undefined, options: LoginOptions): Promise<ExitCode> {
  const { terminal } = output;
  const { env } = terminal;
  const kept = await readSession(env);
  const server = serverOrigin(options.server ?? env.AMPLIFY_SERVER ?? kept?.server ?? defaultServer);
  if (isExposed(server))
    output.note(`Careful: ${server} is not encrypted, so your password can be read on the way.`);
  const username =
    given ??
    (await ask(terminal, { text: "Email: ", instead: "Name the email: amplify login EMAIL" })).trim();
  const password = options.passwordStdin
    ? await readPiped(terminal)
    : await ask(terminal, {
        text: "Password: ",
        hidden: true,
        instead: "Nobody can be asked here: give the password on stdin with --password-stdin.",
      });
  const { uid, token } = await createClient({ base: server })("POST /amplify/auth/login", {
    body: { username, password },
  });
  const email = normalAddress(username);
  await saveSession(env, { server, uid, token, email });
  output.line(`Signed in to ${server} as ${email}.`);
  output.event("signedIn", { server, uid, email, file: sessionPath(env) });
  return exitCodes.done;
}
