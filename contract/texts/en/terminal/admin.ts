import { amount, grouped } from "../../../sentences/en/words.ts";

type Contents = {
  people: number;
  leads: number;
  templates: number;
  campaigns: number;
  kilobytes: number;
  at: Date;
};

type Carried = { sent: number; uncertain: number; others: number };

const notKnownSince =
  "Who unsubscribed after the backup, who takes no more transactional mail, and who did not want to be counted is not known: ask them again before you mail them. API keys that were revoked after it work again, and webhooks that were removed are told again: look through both.";

/** What commands for whoever runs an installation print; what `doctor` finds is in a file of its own. */
export const admin = {
  serve: {
    readyOn: ({ version, url }: { version: string; url: string }) => `Amplify ${version} is ready on ${url}`,
    /** `healthUrl` is where it tells how it is, or null where nobody asks. */
    readyAs: ({
      version,
      roles,
      healthUrl,
    }: {
      version: string;
      roles: readonly string[];
      healthUrl: string | null;
    }) =>
      `Amplify ${version} is ready as ${roles.join(" and ")}${healthUrl === null ? "" : `, and tells how it is on ${healthUrl}`}`,
  },
  demo: {
    ready: ({
      version,
      url,
      email,
      password,
    }: {
      version: string;
      url: string;
      email: string;
      password: string;
    }) => `Amplify ${version} is ready on ${url}

  Email     ${email}
  Password  ${password}

Sign in at ${url}/login. Mails from the sandbox account arrive at ${url}/sandbox.
This is a demo: everything in it is gone when it stops (Ctrl+C).`,
  },
  backup: {
    inPostgres:
      "The data is in PostgreSQL, as DATABASE_URL says, which has its own commands. Back it up with: pg_dump --format=custom",
    written: ({ file, people, leads, templates, campaigns, kilobytes, at }: { file: string } & Contents) => {
      const counts = [
        amount(people, "person", "people"),
        amount(leads, "lead"),
        amount(templates, "template"),
        amount(campaigns, "campaign"),
      ];
      const moment = `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
      return `${file} is written and checked: ${counts.join(", ")}; ${grouped(kilobytes)} kB, as of ${moment}.`;
    },
    stopped: "Stopped before the backup was whole: nothing of it is left.",
    stoppedAfter: (file: string) => `Stopped when ${file} was written and checked already.`,
    noStdout: "error: a backup goes into a file, where it is checked: amplify backup FILE",
    nobody: (folder: string) => `Nobody has signed up in ${folder}. Is it the right folder?`,
    keyFile: (file: string) => keyApart(`the file ${file}`),
    keySetting: (name: string) => keyApart(name),
  },
  restore: {
    whichFile: "error: say which file to restore: amplify restore FILE",
    inPostgres:
      "The data is in PostgreSQL, as DATABASE_URL says, which has its own commands. Stop the server, put the backup back with pg_restore --clean --if-exists --single-transaction, and then, before a server starts: amplify restore (without a file), which pauses what was sending. Nothing was changed.",
    reading: ({ file, megabytes }: { file: string; megabytes: string }) =>
      `Reading all of ${file} (${megabytes} MB) and copying it, which takes a while`,
    carrying: (database: string) => `Carrying over what happened after the backup, from ${database}`,
    stopped: (folder: string) => `Stopped before anything was changed in ${folder}.`,
    stoppedAfter: (folder: string) =>
      `Stopped when the backup was in its place already: it is restored, and the database from before is kept in ${folder}/backups.`,
    restored: (file: string) => `Restored from ${file}. Everybody has to sign in again.`,
    restoredPostgres: "Restored from PostgreSQL's backup. Everybody has to sign in again.",
    pausedUnknown: (count: number) =>
      `${paused(count)}: mails that went out after the backup are not known to it. Look before you resume.`,
    pausedKnown: (count: number) =>
      `${paused(count)}. Resumed, ${count === 1 ? "it mails" : "they mail"} nobody again who was mailed after the backup.`,
    kept: (file: string) => `The database from before is kept as ${file}.`,
    notRead: `It could not be read. ${notKnownSince}`,
    unknownSince: notKnownSince,
    optOutsKnown: "Whoever unsubscribed after the backup stays unsubscribed.",
    carried: ({ sent, uncertain, others }: Carried) =>
      `What became of mails after the backup was carried over: ${sent} sent, ${uncertain} uncertain, ${others} failed, skipped or put off.`,
    marks: ({ opened, clicked }: { opened: number; clicked: number }) =>
      `Who opened mails and followed their links after the backup was carried over: ${amount(opened, "mail")} opened, ${grouped(clicked)} clicked.`,
    pausedWebhooks: (count: number) =>
      `${count === 1 ? "1 webhook is" : `${count} webhooks are`} paused: after the backup ${count === 1 ? "it was" : "they were"} removed, paused or aimed elsewhere.`,
    unknownCampaigns: (count: number) =>
      `${count === 1 ? "1 campaign was" : `${count} campaigns were`} begun after the backup and ${count === 1 ? "is" : "are"} not in it: what went out counts in the limits of the accounts, but the list of who was mailed is in the database from before alone.`,
  },
  move: {
    whereTo: "Say where to with DATABASE_URL=postgres://…, which has to be empty.",
    otherKey: ({ database, keyFile }: { database: string; keyFile: string }) =>
      `AMPLIFY_KEY is not the key that ${database} was sealed with. It may be in the file ${keyFile}: AMPLIFY_KEY takes that file's content. Nothing was changed.`,
    copying: (database: string) => `Copying ${database}, so that it stays as it is`,
    progress: ({ table, done, total }: { table: string; done: number; total: number }) =>
      `${table}: ${grouped(done)} of ${grouped(total)}`,
    moved: ({ place, rows, tables, files }: { place: string; rows: number; tables: number; files: number }) =>
      `Everything is in ${place}, and was read back and compared: ${grouped(rows)} rows of ${tables} tables, ${files} files of imports.`,
    next: (folder: string) =>
      `Start servers with this DATABASE_URL and AMPLIFY_KEY. ${folder} is as it was: keep it until you have a backup by pg_dump, and start no server on it again without DATABASE_URL, which would send what is sent from PostgreSQL a second time.`,
  },
  users: {
    none: "Nobody has signed up here yet.",
    columns: { email: "EMAIL", plan: "PLAN", role: "ROLE", name: "NAME" },
    nobody: (email: string) => `Nobody has signed up as ${email}`,
    passwordChanged: (email: string) => `The password of ${email} is changed, and every session has ended.`,
    link: ({ email, minutes }: { email: string; minutes: number }) =>
      `Whoever opens this link within ${minutes} minutes can set the password of ${email}. It works once.`,
  },
};

/** Each is of no use without the other, so `place` is to be kept too. */
function keyApart(place: string): string {
  return `The key is not in it. Keep ${place} too, in another place: neither is of use without the other.`;
}

function paused(count: number): string {
  return `${count === 1 ? "1 campaign is" : `${count} campaigns are`} paused`;
}
