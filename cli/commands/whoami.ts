import { planOf } from "../../contract/plans.ts";
import { planTexts } from "../../contract/texts/plans.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import type { Output } from "../output.ts";

/** `amplify whoami`: who is signed in, where, and with which plan, where there are any. */
export function whoamiCommand(help: HelpTexts) {
  return createCommand("whoami", help.session.whoami).helpGroup(help.groups.session).action(action(whoami));
}

async function whoami(output: Output, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client, session } = await connect(output.terminal, options.server);
  const [person, { hasPlans }] = await Promise.all([
    client("GET /amplify/auth/me"),
    client("GET /amplify/plan"),
  ]);
  const { firstName, lastName, email, role, status } = person;
  output.line(
    texts.session.person({
      name: `${firstName} ${lastName}`,
      email,
      plan: hasPlans === false ? null : output.texts(planTexts)[planOf(status).key],
      isAdministrator: role === "admin",
      server: session.server,
    }),
  );
  output.event("person", { ...person, server: session.server });
  return exitCodes.done;
}
