import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { verbTexts } from "../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import type { Output } from "../output.ts";
import { chooseProfile, currentProfile, defaultProfile, profileNames } from "../profiles.ts";
import { forgetSession, readSession } from "../session.ts";
import { endOnServer } from "./logout.ts";

/** `amplify profiles`: several servers or people, each with a session of their own. */
export function profilesCommand({ profiles, groups }: HelpTexts) {
  return createCommand("profiles", profiles.summary)
    .helpGroup(groups.session)
    .addHelpText("after", profiles.how)
    .action(action(listProfiles))
    .addCommand(createCommand("list", profiles.list).action(action(listProfiles)))
    .addCommand(
      createCommand("use", profiles.use).argument("<profile>", profiles.which).action(action(useProfile)),
    )
    .addCommand(
      createCommand("remove", profiles.remove)
        .argument("<profile>", profiles.which)
        .action(action(removeProfile)),
    );
}

async function listProfiles(output: Output, _options: CommonOptions): Promise<ExitCode> {
  const { profiles: texts } = output.texts(verbTexts);
  const { env } = output.terminal;
  const current = currentProfile(env, output.texts);
  const names = new Set([...(await profileNames(env)), current]);
  const rows = await Promise.all(
    [...names].map(async (name) => {
      const session = await readSession({ ...env, AMPLIFY_PROFILE: name });
      const { server = null, email = null } = session ?? {};
      return { name, server, email, current: name === current };
    }),
  );
  output.rows("profile", rows, [
    { title: texts.profile, value: ({ name }) => name, whole: true },
    { title: texts.server, value: ({ server }) => server ?? "" },
    { title: output.texts(outputTexts).columns.email, value: ({ email }) => email ?? texts.nobody },
    { title: "", value: (row) => (row.current ? texts.current : "") },
  ]);
  return exitCodes.done;
}

async function useProfile(output: Output, name: string, _options: CommonOptions): Promise<ExitCode> {
  await refuseUnknown(output, name);
  await chooseProfile(output.terminal.env, name);
  output.line(output.texts(verbTexts).profiles.used(name));
  output.event("profile", { name, current: true });
  return exitCodes.done;
}

async function removeProfile(output: Output, name: string, _options: CommonOptions): Promise<ExitCode> {
  await refuseUnknown(output, name);
  const env = { ...output.terminal.env, AMPLIFY_PROFILE: name };
  const session = await readSession(env);
  // Forgotten locally first, so that whatever the server answers, this machine no longer has the token.
  await forgetSession(env);
  if (currentProfile({ ...env, AMPLIFY_PROFILE: "" }) === name)
    await chooseProfile(output.terminal.env, defaultProfile);
  if (session !== null) await endOnServer(output, session);
  output.line(output.texts(verbTexts).profiles.removed(name));
  output.event("removed", { name });
  return exitCodes.done;
}

async function refuseUnknown(output: Output, name: string): Promise<void> {
  const names = await profileNames(output.terminal.env);
  if (!names.includes(name)) throw new UsageFault(output.texts(verbTexts).profiles.unknown({ name, names }));
}
