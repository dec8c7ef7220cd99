import type { PlanKeeper } from "../../agents/plans.ts";
import type { MakeCall } from "../../agents/toolInput.ts";
import { agentLimits } from "../../contract/limits/api/agents.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import project from "../../package.json" with { type: "json" };
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import type { Output } from "../output.ts";

/** `amplify mcp`: the Model Context Protocol over stdin and stdout, for an agent that runs on this machine. */
export function mcpCommand(help: HelpTexts) {
  return createCommand("mcp", help.mcp.summary)
    .helpGroup(help.groups.session)
    .addHelpText("after", help.mcp.example)
    .action(action(mcp));
}

async function mcp(output: Output, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const call: MakeCall = (key, parts, idempotencyKey) =>
    client(key as never, parts as never, (idempotencyKey === undefined ? {} : { idempotencyKey }) as never);
  // Large, and not needed by any other command.
  const [{ serveStdio }, { createAgentServer }, { AnsweringStdio }] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("../../agents/agentServer.ts"),
    import("../../agents/answeringStdio.ts"),
  ]);
  const keeper = keptHere();
  const transport = new AnsweringStdio(output.terminal);
  const serving = serveStdio(
    () => createAgentServer({ version: project.version, call, keeper, now: () => Date.now() }),
    { transport },
  );
  await transport.closed;
  await serving.close();
  return exitCodes.done;
}

/** Keeps plans in memory while this process runs; nobody else can use them. */
function keptHere(): PlanKeeper {
  const plans = new Map<string, string>();
  return {
    async keep({ text }) {
      const id = crypto.randomUUID();
      plans.set(id, text);
      for (const oldest of plans.keys()) {
        if (plans.size <= agentLimits.plansMax) break;
        plans.delete(oldest);
      }
      return id;
    },
    find: async (id) => plans.get(id) ?? null,
  };
}
