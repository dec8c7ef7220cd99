import { Refusal } from "../../contract/errors.ts";
import { planOf } from "../../contract/plans.ts";
import { planTexts } from "../../contract/texts/plans.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import { verbTexts } from "../../contract/texts/terminal/verbs.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { saveAnswer } from "../files.ts";
import { shortId } from "../format/campaignFigures.ts";
import { clockTime } from "../format/times.ts";
import type { Output } from "../output.ts";

/** `amplify account`: one's own account, what is kept of it, and where one is signed in. */
export function accountCommand({ account, groups }: HelpTexts) {
  const sessions = createCommand("sessions", account.sessions)
    .action(action(listSessions))
    .addCommand(
      createCommand("end", account.end).argument("<session>", account.session).action(action(endSession)),
    )
    .addCommand(createCommand("end-all", account.endAll).action(action(endAll)));
  return createCommand("account", account.summary)
    .helpGroup(groups.session)
    .action(action(showAccount))
    .addCommand(createCommand("plan", account.plan).action(action(showPlan)))
    .addCommand(
      createCommand("export", account.export).argument("<file>", account.file).action(action(exportAccount)),
    )
    .addCommand(sessions);
}

async function showAccount(output: Output, options: CommonOptions): Promise<ExitCode> {
  const { own, leadLine, labelled } = output.texts(verbTexts);
  const { client } = await connect(output.terminal, options.server);
  const account = await client("GET /amplify/account");
  const { firstName, lastName, email, holdings } = account;
  const made = clockTime(account.createdAt, output.terminal.now(), output.texts(progressTexts));
  output.line(leadLine({ name: `${firstName} ${lastName}`, email }));
  const plan = output.texts(planTexts)[planOf(account.status).key];
  if (account.hasPlans !== false) output.line(labelled({ label: own.labels.plan, value: plan }));
  output.line(labelled({ label: own.labels.made, value: made }));
  output.line(own.held(holdings));
  output.event("account", account);
  return exitCodes.done;
}

async function showPlan(output: Output, options: CommonOptions): Promise<ExitCode> {
  const { own, labelled } = output.texts(verbTexts);
  const { client } = await connect(output.terminal, options.server);
  const answer = await client("GET /amplify/plan");
  const plan = answer.hasPlans === false ? own.noPlans : output.texts(planTexts)[answer.plan];
  output.line(labelled({ label: own.labels.plan, value: plan }));
  output.line(labelled({ label: own.labels.leadsMax, value: own.leadsMax(answer.leadsMax) }));
  output.event("plan", answer);
  return exitCodes.done;
}

async function exportAccount(output: Output, path: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  await saveAnswer(output, path, await client("GET /amplify/account/export"));
  return exitCodes.done;
}

async function listSessions(output: Output, options: CommonOptions): Promise<ExitCode> {
  const { own } = output.texts(verbTexts);
  const { columns } = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const sessions = await client("GET /amplify/account/sessions");
  output.rows("session", sessions, [
    { title: own.device, value: ({ device }) => device },
    {
      title: own.lastSeen,
      value: ({ lastSeenAt }) => clockTime(lastSeenAt, output.terminal.now(), output.texts(progressTexts)),
    },
    { title: columns.id, value: ({ _id }) => shortId(_id), whole: true },
    { title: "", value: ({ current }) => (current ? own.thisOne : "") },
  ]);
  return exitCodes.done;
}

async function endSession(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const { own } = output.texts(verbTexts);
  const { client } = await connect(output.terminal, options.server);
  const all = await client("GET /amplify/account/sessions");
  const found = all.filter(({ _id }) => _id === text || _id.endsWith(text));
  const [session] = found;
  if (session === undefined || found.length > 1) throw new Refusal("not_found", own.noSession(text));
  await client("DELETE /amplify/account/sessions/{id}", { params: { id: session._id } });
  output.line(own.ended(session.device));
  output.event("ended", { _id: session._id });
  return exitCodes.done;
}

async function endAll(output: Output, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  await client("DELETE /amplify/account/sessions");
  output.line(output.texts(verbTexts).own.endedAll);
  output.event("ended", {});
  return exitCodes.done;
}
