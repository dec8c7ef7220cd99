import { isIPv4, isIPv6 } from "node:net";
import { z } from "zod";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { remark } from "../../contract/installation/remark.ts";
import { metricLimits } from "../../contract/limits/metrics.ts";
import { siteLimits } from "../../contract/limits/site.ts";
import { textLimits } from "../../contract/limits/text.ts";
import { isWholeUrl } from "./isWholeUrl.ts";
import { ruleText, settingFaultIn } from "./ruleText.ts";
import { systemSmtp } from "./smtpUrl.ts";

const onOff = (byDefault: boolean) =>
  z
    .enum(["on", "off"], { error: ruleText("onOff") })
    .optional()
    .transform((value) => (value === undefined ? byDefault : value === "on"));

const relay = z
  .url({ protocol: /^smtps?$/, error: ruleText("relay") })
  .refine(namesHost, { error: ruleText("relay") })
  .optional()
  .transform((text) => (text === undefined ? null : new URL(text)));

/** Kept in parts, which another thread can be given. A port that is not named is the one that IMAP has for it. */
const mailboxServer = z
  .url({ protocol: /^imaps?$/, error: ruleText("mailboxServer") })
  .refine(namesHost, { error: ruleText("mailboxServer") })
  .optional()
  .transform((text) => (text === undefined ? null : mailboxServerAt(new URL(text))));

function mailboxServerAt({ protocol, hostname, port }: URL) {
  const security = protocol === "imaps:" ? ("tls" as const) : ("none" as const);
  const host = withoutBrackets(hostname);
  return { host, port: Number(port) || (security === "tls" ? 993 : 143), security };
}

function namesHost(text: string): boolean {
  return isWholeUrl(text) && new URL(text).hostname !== "";
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/** "10K+ users, 500K+ emails": a figure and its word each; "off" claims nothing. */
const statistics = z
  .string()
  .default("10K+ users, 500K+ emails, 99% delivery")
  .transform((text) =>
    (text.trim() === "off" ? [] : text.split(",")).map((part) => {
      const [value = "", ...label] = part.trim().split(/\s+/);
      return { value, label: label.join(" ") };
    }),
  )
  .refine((list) => list.length <= siteLimits.statisticsMax, {
    error: ruleText("figuresMax", siteLimits.statisticsMax),
  })
  .refine(
    (list) =>
      list.every(({ value, label }) => label !== "" && value.length + label.length < siteLimits.statisticMax),
    { error: ruleText("figures") },
  );

/** Addresses of DNS servers, each with a port where it is another one; "off" asks nobody. */
const dnsServers = z
  .string()
  .default("")
  .transform((text) => (text.trim() === "off" ? null : listed(text)))
  .refine((list) => list === null || list.every(isDnsServer), {
    error: ruleText("dnsServers"),
  });

/** What commas separate, with or without one at the end. */
function listed(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

/** An address, and with a port behind it one of IPv6 in brackets. */
function isDnsServer(text: string): boolean {
  const [, inBrackets, other = "", port] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (port !== undefined && (Number(port) === 0 || Number(port) > textLimits.portMax)) return false;
  return isIPv6(text) || (inBrackets === undefined ? isIPv4(other) : isIPv6(inBrackets));
}

/** The workspace's own address is what people copy; any other path would be left out, and every link lead elsewhere. */
const origin = z
  .url({ protocol: /^https?$/, error: ruleText("origin"), abort: true })
  .transform((text) => new URL(text))
  .refine(({ pathname, search, hash }) => /^\/(app\/?)?$/.test(pathname) && search + hash === "", {
    error: ruleText("origin"),
  })
  .transform((url) => url.origin);

const port = (portMax: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,5}$/, { error: ruleText("port", portMax) })
    .transform(Number)
    .refine((value) => value <= portMax, { error: ruleText("port", portMax) });

const schema = z.object({
  PORT: port(textLimits.portMax).default(8000),
  // An address of IPv6 also as it stands in a URL.
  HOST: z.string().trim().transform(withoutBrackets).default("127.0.0.1"),
  PUBLIC_URL: origin.optional(),
  AMPLIFY_DATA: z.string().min(1).default("./data"),
  AMPLIFY_KEY: z.string().optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: ruleText("databaseUrl") })
    .refine(isWholeUrl, { error: ruleText("databaseUrl") })
    .optional(),
  AMPLIFY_PLANS: onOff(true),
  AMPLIFY_RATE_LIMITS: onOff(true),
  AMPLIFY_SANDBOX: onOff(true),
  AMPLIFY_SIGNUP: onOff(true),
  AMPLIFY_TRACKING: onOff(true),
  AMPLIFY_PRIVATE_HOSTS: onOff(false),
  AMPLIFY_DNS_SERVERS: dnsServers,
  AMPLIFY_LOG: z.enum(["pretty", "json"], { error: ruleText("logFormat") }).optional(),
  AMPLIFY_LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error"], { error: ruleText("logLevel") })
    .default("info"),
  AMPLIFY_HSTS: z.enum(["on", "subdomains", "off"], { error: ruleText("hsts") }).default("on"),
  AMPLIFY_METRICS_TOKEN: z
    .string()
    .regex(new RegExp(`^[!-~]{${metricLimits.tokenCharactersMin},}$`), {
      error: ruleText("metricsToken", metricLimits.tokenCharactersMin),
    })
    .optional(),
  AMPLIFY_METRICS_PORT: port(textLimits.portMax).optional(),
  AMPLIFY_GOOGLE_SMTP: relay,
  AMPLIFY_OUTLOOK_SMTP: relay,
  AMPLIFY_GOOGLE_IMAP: mailboxServer,
  AMPLIFY_OUTLOOK_IMAP: mailboxServer,
  AMPLIFY_SYSTEM_SMTP: systemSmtp,
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_BASE_URL: origin.optional(),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]*$/i, { error: ruleText("tenant") })
    .default("common"),
  MICROSOFT_BASE_URL: origin.optional(),
  AMPLIFY_STATS: statistics,
  AMPLIFY_TESTIMONIALS: z.string().optional(),
  AMPLIFY_STYLEGUIDE: onOff(false),
  UNLAYER_PROJECT_ID: z.coerce
    .number({ error: ruleText("projectId") })
    .int({ error: ruleText("projectId") })
    .positive({ error: ruleText("projectId") })
    .optional(),
  SUPPORT_ADDRESS: z.email({ error: ruleText("supportAddress") }).default("support@amplify.example"),
  TRUST_PROXY: z
    .string()
    .optional()
    .transform((text) => listed(text ?? "")),
});

/** What counts only together. */
const halves = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
] as const;

/** Every variable that is read here. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

/** The installation's settings; README has the table of them. */
export type Settings = ReturnType<typeof readSettings>;

/**
 * Checks the variables and makes settings of them; `fileOf` says in which file one stands, if not in the environment.
 * @throws {InstallationFault} that names the variable and what is wrong with it.
 */
export function readSettings(
  environment: Record<string, string | undefined>,
  fileOf: (name: string) => string | null = () => null,
) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const result = schema.safeParse(given, { jitless: true });
  if (!result.success) {
    const [issue] = result.error.issues;
    const name = String(issue?.path[0]);
    const fault = settingFaultIn(issue?.message ?? "");
    throw new InstallationFault(remark("settingWrong", { name, file: fileOf(name), fault }));
  }
  const read = result.data;
  return {
    port: read.PORT,
    host: read.HOST,
    /** Where people reach this server; mails carry links to it. Null until the port is known. */
    publicUrl: read.PUBLIC_URL ?? null,
    dataFolder: read.AMPLIFY_DATA,
    key: read.AMPLIFY_KEY ?? null,
    /** The PostgreSQL that holds the data; null for SQLite in the data folder. */
    databaseUrl: read.DATABASE_URL ?? null,
    plans: read.AMPLIFY_PLANS,
    rateLimits: read.AMPLIFY_RATE_LIMITS,
    sandbox: read.AMPLIFY_SANDBOX,
    /** Whether somebody new may make an account. */
    signup: read.AMPLIFY_SIGNUP,
    /** Whether opens and clicks may be counted here at all. */
    tracking: read.AMPLIFY_TRACKING,
    privateHosts: read.AMPLIFY_PRIVATE_HOSTS,
    /** Who is asked about the domains of accounts: none named is whoever the system asks; null is nobody. */
    dnsServers: read.AMPLIFY_DNS_SERVERS,
    /** How the log is written; null chooses by whether a person sits at stderr. */
    logFormat: read.AMPLIFY_LOG ?? null,
    logLevel: read.AMPLIFY_LOG_LEVEL,
    /** Which hosts browsers are told to ask over https alone; of account only where PUBLIC_URL is https. */
    hsts: read.AMPLIFY_HSTS,
    /** What whoever reads /metrics has to name; null where nobody may. */
    metricsToken: read.AMPLIFY_METRICS_TOKEN ?? null,
    /** Where a process that is no server answers /healthz and /metrics; null where it answers nobody. */
    metricsPort: read.AMPLIFY_METRICS_PORT ?? null,
    googleSmtp: read.AMPLIFY_GOOGLE_SMTP,
    outlookSmtp: read.AMPLIFY_OUTLOOK_SMTP,
    /** Where mailboxes of the two are read in place of the providers' own servers. */
    googleImap: read.AMPLIFY_GOOGLE_IMAP,
    outlookImap: read.AMPLIFY_OUTLOOK_IMAP,
    /** The account for the installation's own mail; null where there is none. */
    systemSmtp: read.AMPLIFY_SYSTEM_SMTP,
    google:
      read.GOOGLE_CLIENT_ID && read.GOOGLE_CLIENT_SECRET
        ? {
            clientId: read.GOOGLE_CLIENT_ID,
            clientSecret: read.GOOGLE_CLIENT_SECRET,
            /** A stand-in's origin for tests; null means Google itself. */
            baseUrl: read.GOOGLE_BASE_URL ?? null,
          }
        : null,
    microsoft:
      read.MICROSOFT_CLIENT_ID && read.MICROSOFT_CLIENT_SECRET
        ? {
            clientId: read.MICROSOFT_CLIENT_ID,
            clientSecret: read.MICROSOFT_CLIENT_SECRET,
            /** Whose accounts may be connected: everybody's ("common"), one kind's, or one organisation's. */
            tenant: read.MICROSOFT_TENANT.toLowerCase(),
            /** A stand-in's origin for tests; null means Microsoft itself. */
            baseUrl: read.MICROSOFT_BASE_URL ?? null,
          }
        : null,
    /** Of clients that are set up by half: the variable that is missing, without which the other does nothing. */
    missingHalves: halves.flatMap(([id, secret]) => {
      if (Boolean(read[id]) === Boolean(read[secret])) return [];
      return [read[id] ? secret : id];
    }),
    /** Where mail to the people who run this installation goes: upgrades, questions. */
    supportAddress: read.SUPPORT_ADDRESS,
    /** The figures on the front page, which are this installation's own claims. */
    statistics: read.AMPLIFY_STATS,
    /** A JSON file of `[{ "quote", "name", "role" }]` for the front page; null shows none. */
    testimonialsFile: read.AMPLIFY_TESTIMONIALS ?? null,
    /** Whether /styleguide exists: every shared part on one page, for those who build Amplify. */
    styleguide: read.AMPLIFY_STYLEGUIDE,
    /** Unlayer's own editor is used where this names a project of theirs; null keeps every outside host out. */
    unlayerProjectId: read.UNLAYER_PROJECT_ID ?? null,
    /** Addresses of proxies whose X-Forwarded-For is believed. */
    trustProxy: read.TRUST_PROXY,
  };
}

/** Whether people reach the installation over TLS. */
export function isHttps({ publicUrl }: Pick<Settings, "publicUrl">): boolean {
  return publicUrl?.startsWith("https:") ?? false;
}
