import { grouped } from "../../../../sentences/en/words.ts";

/** How a setting has to look; the number is its bound. */
const rules = {
  onOff: () => "must be on or off",
  port: (max: number) => `must be a whole number from 0 to ${grouped(max)}`,
  logFormat: () => "must be pretty or json",
  logLevel: () => "must be debug, info, warn or error",
  hsts: () => "must be on, subdomains or off",
  projectId: () => "must be the number of a project at Unlayer",
  supportAddress: () => "must be an email address, such as support@example.com",
  origin: () => "must look like https://mail.example.com, with no path behind it",
  relay: () => "must look like smtp://host:port or smtps://host:port",
  mailboxServer: () => "must look like imap://host:port or imaps://host:port",
  figures: () => "must look like: 10K+ users, 500K+ emails, 99% delivery",
  figuresMax: (max: number) => `must name at most ${max} figures`,
  databaseUrl: () => `must look like postgres://user:password@host:5432/amplify, ${encoded}`,
  metricsToken: (min: number) =>
    `must have at least ${min} letters, digits or signs, without blanks: openssl rand -hex 32`,
  dnsServers: () => "must be off, or addresses such as 192.0.2.53 or 192.0.2.53:5353, separated by commas",
  tenant: () =>
    "must be common, organizations, consumers, or the id or a domain of one Microsoft 365 organisation",
  systemSmtp: () => systemSmtp,
  systemSmtpFrom: () => `${systemSmtp}, and with an address that mail can come from`,
};

const encoded = "with a / ? # or @ of its password as %2F %3F %23 or %40";
const systemSmtp = `must look like smtp://user:password@host:587?from=amplify@example.com, ${encoded}`;

export type SettingRule = keyof typeof rules;

/** What is wrong with a setting: a rule of ours, or what the library of schemas says of one of its own. */
export type SettingFault = { rule: SettingRule; bound: number } | { detail: string };

const inFile = (file: string | null) => (file === null ? "" : ` in ${file}`);

/** Settings and the file that they may stand in; `file` is null for the environment. */
export const settingRemarks = {
  settingWrong: ({ name, file, fault }: { name: string; file: string | null; fault: SettingFault }) =>
    `Setting ${name}${inFile(file)}: ${"rule" in fault ? rules[fault.rule](fault.bound) : fault.detail}`,
  settingMisspelt: ({ name, file, meant }: { name: string; file: string | null; meant: string }) =>
    `There is no setting ${name}${inFile(file)}. Did you mean ${meant}? Nothing was done.`,
  settingUnknown: ({ name, file, nearest }: { name: string; file: string | null; nearest: string | null }) =>
    `There is no setting ${name}${inFile(file)}, so it does nothing.${nearest === null ? "" : ` The nearest is ${nearest}.`}`,
  settingsUnread: ({ path, why }: { path: string; why: string }) =>
    `The settings in ${path} cannot be read: ${why}.`,
  settingsTooLarge: ({ path }: { path: string }) =>
    `The settings in ${path} cannot be read: it is too large to be one.`,
  settingsLine: ({ path, line }: { path: string; line: number }) =>
    `${path}, line ${line}, is not NAME=value. A value with quotes needs one at its end too.`,
  settingTwice: ({ path, line, name }: { path: string; line: number; name: string }) =>
    `${path}, line ${line}: ${name} is set twice. Keep one of the two lines.`,
  settingsOpen: ({ path, names }: { path: string; names: readonly string[] }) =>
    `Everybody on this machine can read ${path}, which holds ${names.join(" and ")}: chmod 600 ${path}`,
  trustProxyWrong: ({ entry }: { entry: string }) =>
    `Setting TRUST_PROXY: ${entry} is neither an address nor a CIDR range`,
  testimonialsUnread: ({ path }: { path: string }) => `Setting AMPLIFY_TESTIMONIALS: ${path} cannot be read`,
  testimonialsNotJson: ({ path }: { path: string }) =>
    `Setting AMPLIFY_TESTIMONIALS: ${path} is not JSON that can be read`,
  testimonialsWrong: ({ path, at, detail }: { path: string; at: string; detail: string }) =>
    `Setting AMPLIFY_TESTIMONIALS: ${path} has something wrong at ${at || "its top"}: ${detail}`,
  keyWanted: () =>
    "DATABASE_URL needs AMPLIFY_KEY too, so that every machine on that database has the same key. `openssl rand -base64 32` makes one; one from before is in the file `key` of the data folder.",
  keyMalformed: ({ source, bytes }: { source: string; bytes: number }) =>
    `${source} must hold ${bytes} bytes as base64 or hexadecimal digits. ${source === "AMPLIFY_KEY" ? "`openssl rand -base64 32` makes such a key." : "Put the key back that was in it: another one opens nothing that is stored."}`,
  keyMissing: ({ path }: { path: string }) =>
    `The key of this database is missing. Put the file back at ${path}, or set AMPLIFY_KEY; without it the stored passwords cannot be read, and a new key would not open them.`,
  keyWrong: ({ source }: { source: string }) =>
    `The key in ${source} is not the one this database was sealed with. Put the right key back; the database has not been changed.`,
  roleUnknown: ({ role, roles }: { role: string; roles: readonly string[] }) =>
    `There is no role ${role}. The roles are ${roles.join(", ")}.`,
  rolesNeedPostgres: () =>
    "Roles apart need a PostgreSQL (DATABASE_URL): a database that is a file belongs to one process, which does everything.",
  rolesNeedPublicUrl: () =>
    "PUBLIC_URL is needed where nobody is answered: the links in mails lead to the servers that do.",
  portTaken: ({ host, port, setting }: { host: string; port: number; setting: string }) =>
    `Cannot listen on ${host}:${port}: another program listens there already. ${setting} and HOST choose another place.`,
  hostNotHere: ({ host, port }: { host: string; port: number }) =>
    `Cannot listen on ${host}:${port}: this machine has no such address. HOST chooses another, such as 127.0.0.1 or 0.0.0.0.`,
  hostUnknown: ({ host, port }: { host: string; port: number }) =>
    `Cannot listen on ${host}:${port}: there is no host of that name. HOST is one of this machine's addresses, such as 127.0.0.1 or 0.0.0.0.`,
  portReserved: ({ host, port, setting }: { host: string; port: number; setting: string }) =>
    `Cannot listen on ${host}:${port}: this user may not open that port, as only root may below 1024. ${setting} chooses another${setting === "PORT" ? ", for a proxy in front" : ""}.`,
  portRefused: ({ host, port, setting, why }: { host: string; port: number; setting: string; why: string }) =>
    `Cannot listen on ${host}:${port}: ${why}. ${setting} and HOST choose another place.`,
};
