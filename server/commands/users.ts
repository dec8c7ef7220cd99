import { Command, Option } from "commander";
import { plans, roles } from "../../contract/plans.ts";
import { openDatabase } from "../../db/open.ts";
import { createUserStore, type User, type UserStore } from "../../db/stores/users.ts";
import { readSettings } from "../settings.ts";

type Grant = { plan?: string; role?: string };

/** `users grant` and `users list`: for whoever runs the installation, on its data folder directly. */
export function usersCommand(): Command {
  const users = new Command("users").description("plans and roles of the people on this installation");
  users
    .command("grant")
    .description("give somebody a plan or a role; a running server follows at once")
    .argument("<email>", "who, by the address they signed up with")
    .addOption(new Option("--plan <plan>", "the plan").choices(plans.map((plan) => plan.key)))
    .addOption(new Option("--role <role>", "the role").choices([...roles]))
    .action(async (email: string, grant: Grant) => withUsers((store) => grantTo({ store, email, grant })));
  users
    .command("list")
    .description("everybody, by e-mail")
    .action(async () =>
      withUsers(async (store) => {
        for (const user of await store.all()) console.log(lineOf(user));
      }),
    );
  return users;
}

async function grantTo({
  store,
  email,
  grant,
}: {
  store: UserStore;
  email: string;
  grant: Grant;
}): Promise<void> {
  const status = plans.find((plan) => plan.key === grant.plan)?.status;
  const user = await store.grant({
    email: email.trim().toLowerCase(),
    ...(status ? { status } : {}),
    ...(grant.role ? { role: grant.role } : {}),
  });
  if (user === null) throw new Error(`Nobody has signed up as ${email}`);
  console.log(lineOf(user));
}

async function withUsers(work: (store: UserStore) => Promise<void>): Promise<void> {
  const database = openDatabase({ folder: readSettings(process.env).dataFolder });
  try {
    await work(createUserStore(database));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await database.close();
  }
}

function lineOf({ email, status, role, firstName, lastName }: User): string {
  const plan = plans.find((candidate) => candidate.status === status)?.name ?? status;
  return [email, plan, role, `${firstName} ${lastName}`].join("\t");
}
