import { planOf } from "../../contract/plans.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import type { Output } from "../output.ts";

/** `amplify whoami`: who is signed in, where, and with which plan. */
export function whoamiCommand() {
  return createCommand("whoami", "Show who is signed in, and where")
    .helpGroup("Session:")
    .action(action(whoami));
}

async function whoami(output: Output, options: CommonOptions): Promise<ExitCode> {
  const { client, session } = await connect(output.terminal.env, options.server);
  const person = await client("GET /amplify/auth/me");
  const role = person.role === "admin" ? ", administrator" : "";
  output.line(
    `${person.firstName} ${person.lastName} <${person.email}>, ${planOf(person.status).name} plan${role}, at ${session.server}`,
  );
  output.event("person", { ...person, server: session.server });
  return exitCodes.done;
}
