import { Command, Option } from "commander";
import { plans, type Role, roles } from "../../contract/plans.ts";
import { planTexts } from "../../contract/texts/plans.ts";
import { adminTexts } from "../../contract/texts/terminal/admin.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import type { Database } from "../../db/database.ts";
import { createUserStore, type User, type UserStore } from "../../db/stores/identity/users.ts";
import { inTexts } from "../core/inWords.ts";
import { openKnownDatabase } from "../openDatabase.ts";
import type { Settings } from "../settings/settings.ts";
import { adminCommand } from "./adminCommand.ts";
import { printExactly, printLine } from "./print.ts";
import { type ReadPassword, type ResetOptions, resetPassword } from "./resetPassword.ts";
import { securityLogOf } from "./securityLogOf.ts";

/** Rows as aligned columns that fit the width, as the terminal client draws them. */
export type DrawTable = <T>(
  rows: readonly T[],
  columns: readonly { title: string; value: (row: T) => string }[],
  width: number,
) => string[];

type Grant = { plan?: string; role?: Role };

/** `users …`: for whoever runs the installation, on its data folder directly. */
export function usersCommand({
  readPassword,
  drawTable,
  texts,
}: {
  readPassword: ReadPassword;
  drawTable: DrawTable;
  texts: HelpTexts;
}): Command {
  const help = texts.server.users;
  const users = new Command("users").description(help.summary);
  users
    .command("grant")
    .description(help.grant)
    .argument("<email>", help.who)
    .addOption(new Option("--plan <plan>", help.plan).choices(plans.map((plan) => plan.key)))
    .addOption(new Option("--role <role>", help.role).choices([...roles]))
    .action(async (email: string, grant: Grant, command: Command) => {
      // The security log is not to tell of a grant that was none.
      if (!grant.plan && !grant.role) command.error(help.grantNothing);
      await withUsers(({ store, settings }) => grantTo({ store, settings, email, grant }));
    });
  users
    .command("list")
    .description(help.list)
    .action(async () => withUsers(async ({ store }) => printUsers(await store.all(), drawTable)));
  users
    .command("reset-password")
    .description(help.resetPassword)
    .argument("<email>", help.who)
    .option("--ask", help.ask)
    .option("--password-stdin", help.passwordStdin)
    .action(async (email: string, options: ResetOptions) =>
      withUsers(async ({ database, settings }) =>
        resetPassword({ database, settings, email, options, readPassword }),
      ),
    );
  return users;
}

async function grantTo({
  store,
  settings,
  email,
  grant,
}: {
  store: UserStore;
  settings: Settings;
  email: string;
  grant: Grant;
}): Promise<void> {
  const status = plans.find((plan) => plan.key === grant.plan)?.status;
  const user = await store.grant({
    email,
    ...(status ? { status } : {}),
    ...(grant.role ? { role: grant.role } : {}),
  });
  if (user === null) throw new Error(inTexts(adminTexts).users.nobody(email));
  const { plan, role } = grant;
  securityLogOf(settings)({ event: "grant", outcome: "done", user: user.id, plan, role });
  printExactly(lineOf(user));
}

type Opened = { database: Database; settings: Settings; store: UserStore };

/** On the database of a server that has worked here: looking at people makes no new installation. */
function withUsers(work: (opened: Opened) => Promise<void>): Promise<void> {
  return adminCommand(async (settings) => {
    const database = await openKnownDatabase(settings);
    try {
      await work({ database, settings, store: createUserStore(database) });
    } finally {
      await database.close();
    }
  });
}

/** Whoever looks sees a table; a pipe is given one line for each, with tabs between. */
function printUsers(users: readonly User[], drawTable: DrawTable): void {
  const { isTTY, columns: width } = process.stdout;
  if (!isTTY) {
    for (const user of users) printExactly(lineOf(user));
    return;
  }
  const texts = inTexts(adminTexts).users;
  if (users.length === 0) {
    printLine(texts.none);
    return;
  }
  const columns = shown.map((key) => ({
    title: texts.columns[key],
    value: (user: User) => wordsOf(user)[key],
  }));
  for (const line of drawTable(users, columns, width)) printExactly(line);
}

const shown = ["email", "plan", "role", "name"] as const;

function wordsOf({ email, status, role, firstName, lastName }: User): Record<(typeof shown)[number], string> {
  const key = plans.find((candidate) => candidate.status === status)?.key;
  const plan = key === undefined ? status : inTexts(planTexts)[key];
  return { email, plan, role, name: `${firstName} ${lastName}` };
}

function lineOf(user: User): string {
  const words = wordsOf(user);
  return shown.map((key) => words[key]).join("\t");
}
