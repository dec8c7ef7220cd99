import type { Difference, Part } from "../../../../installation/Difference.ts";

/** Pieces of a database by what they are. */
const parts: Record<string, (name: string) => string> = {
  /** That a table has each value of these columns once: "leads email". */
  unique: (name) => {
    const [table, ...columns] = name.split(" ");
    return `the rule that ${table} has one ${columns.join(" ")}`;
  },
};

const partText = ({ kind, name }: Part) => parts[kind]?.(name) ?? `the ${kind} ${name}`;

const hows: Record<Difference["how"], (part: string) => string> = {
  missing: (part) => `${part} is missing`,
  changed: (part) => `${part} is not as it should be`,
  extra: (part) => `${part} is one too many`,
  added: (part) => part,
};

/** "the column leads.phone is missing; the table others" */
export function differencesText(found: readonly Difference[]): string {
  return found.map(({ part, how }) => hows[how](partText(part))).join("; ");
}

const pooled =
  "is behind a pooler that gives each transaction another connection (transaction mode), which loses the lock of whoever sends: connect to PostgreSQL itself, or through a pooler in session mode";

/** `create` is the statement that makes a database as it should be. */
type Unfit = { place: string; create: string };

/** Databases that this version cannot work with, and PostgreSQL itself; `restore` is the command that puts a backup in place. */
export const databaseRemarks = {
  newerData: ({
    program,
    tags,
    restore,
  }: {
    program: string | null;
    tags: readonly string[];
    restore: string;
  }) =>
    `This data was written by a newer Amplify${program === null ? ` (it knows ${tags.join(", ")})` : `, ${program}`}: run that version, or put a backup of this one in its place with ${restore}. Nothing was changed.`,
  otherStep: ({ tag, program, restore }: { tag: string; program: string | null; restore: string }) =>
    `This data was written by a build of Amplify${program === null ? "" : `, ${program},`} whose step ${tag} is not this version's: run the build that wrote it, or put a backup of a released version in its place with ${restore}. Nothing was changed.`,
  otherTables: ({ found }: { found: readonly Difference[] }) => {
    const more = found.length === 1 ? "" : `, and ${found.length - 1} more`;
    return `This data was written by an Amplify from before its tables were settled, or was changed by another program (${differencesText(found.slice(0, 1))}${more}), so this version cannot work with it: run the version that wrote it, and take its leads over by export and import. Nothing was changed.`;
  },
  keyNeeded: () =>
    "This database needs its key to be brought to this version. Start `amplify serve` where the key is.",
  stepsBegun: ({ file }: { file: string }) =>
    `The database is brought to this version, which may take minutes where it is large. As it was before it is kept in ${file}.`,
  stepsCopying: ({ megabytes }: { megabytes: number }) => `First it is copied (${megabytes} MB) …`,
  stepUnderWay: ({ tag, nth, count }: { tag: string; nth: number; count: number }) =>
    `Step ${nth} of ${count}: ${tag} …`,
  stepsTaken: ({ seconds }: { seconds: number }) =>
    `The database is at this version, after ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
  stepsAwaited: ({ minutes }: { minutes: number }) =>
    `Another process brings the database's tables to date. This one waits for it, at most ${minutes} minutes.`,
  databaseServed: () => "A server works with this database. Stop it first, then try again.",
  tableNotMoved: ({ table, sent, found }: { table: string; sent: number; found: number }) =>
    `The table ${table} has not arrived as it was: ${sent} rows were copied and ${found} are there. Nothing was changed.`,
  fileNotMoved: ({ path }: { path: string }) =>
    `The file ${path} has not arrived as it was. Nothing was changed.`,
  fileShortened: ({ path }: { path: string }) => `The file ${path} became shorter while it was copied.`,
  postgresServed: ({ place }: { place: string }) =>
    `A server, or another amplify move, works with ${place}. Stop it first, then try again. Nothing was changed.`,
  postgresFilled: ({ place, tables }: { place: string; tables: readonly string[] }) =>
    `There is something in ${place} already (${tables.join(", ")}), and two installations cannot become one. Make an empty database and name it by DATABASE_URL. Nothing was changed.`,
  postgresSaysNothing: ({ place }: { place: string }) => `${place} does not say what it is`,
  postgresTooOld: ({ place, version, wanted }: { place: string; version: string; wanted: number }) =>
    `The database at ${place} is of PostgreSQL ${version}, and Amplify needs ${wanted} or newer`,
  postgresEncoding: ({ place, encoding, create }: Unfit & { encoding: string }) =>
    `The database at ${place} is in ${encoding}, and Amplify needs UTF8: make one with: ${create}`,
  /** `collation` is null where ICU's rules sort. */
  postgresOrder: ({ place, collation, create }: Unfit & { collation: string | null }) =>
    `The database at ${place} sorts text by ${collation ?? "ICU's rules"}, and Amplify needs plain order: make one with: ${create}`,
  postgresPooled: ({ place }: { place: string }) => `The database at ${place} ${pooled}`,
  postgresLetsNobodyIn: ({ place, said }: { place: string; said: string }) =>
    `PostgreSQL at ${place} lets nobody in as DATABASE_URL says: ${said}.`,
  postgresNoDatabase: ({ place, create }: Unfit) =>
    `PostgreSQL at ${place} has no such database: make it one with: ${create}.`,
  postgresUnreachable: ({ place, said }: { place: string; said: string }) =>
    `PostgreSQL at ${place} cannot be reached: ${said}. Is it running, and is DATABASE_URL right?`,
  postgresCrowded: ({ place, said, wanted }: { place: string; said: string; wanted: number }) =>
    `PostgreSQL at ${place} has no connection left: ${said}. A process needs up to ${wanted}, and twice as many where it answers and sends: raise max_connections, or the limit of the role or of the database.`,
  postgresNotAllowed: ({ place, said, give }: { place: string; said: string; give: string }) =>
    `PostgreSQL at ${place} does not let the role of DATABASE_URL do what Amplify needs: ${said}. It has to own the database and what is in it: ${give}`,
  postgresReadOnly: ({ place }: { place: string }) =>
    `PostgreSQL at ${place} takes no writes: it is a standby, or default_transaction_read_only is on. Let DATABASE_URL name the server that takes them.`,
  postgresNotEncrypted: ({ place, said }: { place: string; said: string }) =>
    `PostgreSQL at ${place} cannot be spoken to over an encrypted connection as DATABASE_URL asks: ${said}. Look at sslmode and sslrootcert there.`,
};
