import { normalAddress } from "../../contract/address.ts";
import { faultTexts } from "../../contract/texts/terminal/faults.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { ask, readPiped } from "../ask.ts";
import { browserLogin } from "../browserLogin.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { answeredHere, defaultServer, isExposed, serverOrigin } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import type { Output } from "../output.ts";
import { readSession, requireKeepable, type Session, saveSession, sessionPath } from "../session.ts";
import { createTerminalClient } from "../terminalClient.ts";

type LoginOptions = CommonOptions & { passwordStdin?: boolean };

/**
 * `amplify login`: signs in through a browser or with a password. The token is stored for this user of the machine only.
 */
export function loginCommand(help: HelpTexts) {
  return createCommand("login", help.session.login)
    .helpGroup(help.groups.session)
    .argument("[email]", help.session.email)
    .option("--password-stdin", help.session.passwordStdin)
    .action(action(login));
}

async function login(output: Output, given: string | undefined, options: LoginOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { terminal } = output;
  const { env } = terminal;
  const kept = await readSession(env);
  const named = options.server ?? env.AMPLIFY_SERVER ?? kept?.server ?? defaultServer;
  const server = serverOrigin(named, output.texts(faultTexts));
  await requireKeepable(env);
  if (isExposed(server)) output.note(texts.session.notEncrypted(server));
  if (given === undefined && !options.passwordStdin) {
    const { key, ...who } = await browserLogin(output, server);
    return keep(output, { server, token: key, ...who });
  }
  const username =
    given ?? (await ask(terminal, { text: texts.session.askEmail, instead: texts.session.nameEmail })).trim();
  const password = options.passwordStdin
    ? await readPiped(terminal)
    : await ask(terminal, {
        text: texts.session.askPassword,
        hidden: true,
        instead: texts.session.passwordOnStdin,
      });
  const answer = await createTerminalClient({ base: server, texts: output.texts })(
    "POST /amplify/auth/login",
    {
      body: { username, password },
    },
  );
  const { uid, token } = answeredHere(answer, "token", { base: server, texts: output.texts });
  return keep(output, { server, uid, token, email: normalAddress(username) });
}

async function keep(output: Output, session: Session): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { env } = output.terminal;
  const { server, uid, email } = session;
  await saveSession(env, session);
  output.line(texts.session.signedIn({ server, email }));
  output.event("signedIn", { server, uid, email, file: sessionPath(env) });
  return exitCodes.done;
}
