import type { Credential } from "../../contract/schemas/credential.ts";
import { isConnected } from "../../contract/sending/credentialTypes.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { accountName, findAccount } from "../find/findAccount.ts";
import { clockTime } from "../format/times.ts";
import { endList, type ListOptions, sortedPart, withList } from "../lists.ts";
import type { Output } from "../output.ts";
import { addAccountCommand } from "./accounts/add.ts";
import { accountDomainCommands } from "./accounts/domain.ts";
import { accountManagementCommands } from "./accounts/manage.ts";
import { accountReadingCommand } from "./accounts/reading.ts";
import { removeAccountCommand } from "./accounts/remove.ts";

/** `amplify accounts`: the sending accounts, and what can be done with them. */
export function accountsCommand(help: HelpTexts) {
  const resume = createCommand("resume", help.accounts.resume)
    .argument("<email>", help.accounts.email)
    .action(action(resumeAccount));
  const accounts = withList(createCommand("accounts", help.accountVerbs.summary), help)
    .helpGroup(help.groups.accounts)
    .action(action(listAccounts))
    .addCommand(addAccountCommand(help));
  for (const command of [...accountManagementCommands(help), ...accountDomainCommands(help)])
    accounts.addCommand(command);
  return accounts
    .addCommand(accountReadingCommand(help))
    .addCommand(resume)
    .addCommand(removeAccountCommand(help));
}

async function listAccounts(output: Output, options: CommonOptions & ListOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const all = await client("GET /amplify/auth/credentials");
  const accounts = sortedPart(output, all, options);
  if (accounts.length === 0) output.line(texts.accounts.none(output.next("accounts add EMAIL")));
  else {
    output.rows("account", accounts, [
      { title: texts.columns.email, field: "appEmail", value: ({ appEmail }) => appEmail, whole: true },
      { title: texts.columns.seenAs, field: "sender", value: ({ sender }) => sender, spare: true },
      { title: texts.columns.by, field: "provider", value: ({ provider }) => provider },
      { title: texts.columns.today, value: todayText, align: "right" },
      { title: texts.columns.state, value: (account) => stateText(account, output) },
    ]);
    if (output.mode !== "json")
      for (const line of accounts
        .filter(waitsForPerson)
        .flatMap((one) => whatToDo(one, accountName(one, accounts), output)))
        output.note(line);
  }
  endList(output, { of: "account", shown: accounts.length, total: all.length, more: "accounts" });
  return exitCodes.done;
}

function todayText({ sentToday, perDayNow }: Credential): string {
  return perDayNow === null ? String(sentToday) : `${sentToday}/${perDayNow}`;
}

function stateText(account: Credential, output: Output): string {
  const { accounts: texts } = output.texts(outputTexts);
  const { state, pausedUntil, perDayNow, sentToday } = account;
  if (state === "working")
    return perDayNow !== null && sentToday >= perDayNow ? texts.limitReached : texts.working;
  const why = output.words(account.pausedCause, account.pausedReason);
  return pausedUntil === null
    ? texts.waits(why)
    : texts.rests({ until: clockTime(pausedUntil, output.terminal.now(), output.texts(progressTexts)), why });
}

function waitsForPerson({ state, pausedUntil }: Credential): boolean {
  return state === "paused" && pausedUntil === null;
}

/** The whole reason, which is too long for a column, and the next step. */
function whatToDo(account: Credential, name: string, output: Output): string[] {
  const { accounts } = output.texts(outputTexts);
  const { appEmail, pausedCause, pausedReason, type } = account;
  const why = output.words(pausedCause, pausedReason);
  // These reasons already say that the provider's window has to be opened, which a terminal cannot do.
  const next = isConnected({ type }) ? [] : waysOn(name, output);
  return ["", accounts.whatWaits({ email: appEmail, why }), ...next];
}

function waysOn(name: string, output: Output): string[] {
  const { accounts } = output.texts(outputTexts);
  return [
    accounts.newPassword,
    output.next(accounts.storePassword(name)),
    accounts.onceFixed,
    output.next(`accounts resume ${name}`),
  ];
}

async function resumeAccount(output: Output, email: string, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findAccount(client, email, texts);
  const account = await client("POST /amplify/auth/credentials/{id}/resume", { params: { id } });
  output.line(texts.accounts.state({ email: account.appEmail, state: stateText(account, output) }));
  output.event("account", account);
  return exitCodes.done;
}
