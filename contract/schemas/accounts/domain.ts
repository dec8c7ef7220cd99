import { z } from "zod";
import { explained, id, timeMs } from "../fields.ts";

/** What is looked at, in the order in which it is told. */
const domainCheckKinds = [
  "owner",
  "alignment",
  "spf",
  "dkim",
  "dmarc",
  "mx",
  "transport",
  "unsubscribe",
  "complaints",
  "reverse",
] as const;
export type DomainCheckKind = (typeof domainCheckKinds)[number];

const domainCheckStates = ["ok", "missing", "wrong", "unknown"] as const;
export type DomainCheckState = (typeof domainCheckStates)[number];

const domainRecord = z
  .object({
    name: z.string().describe("The whole name; most providers of DNS want it without the domain at its end"),
    type: z.enum(["TXT", "CNAME"]),
    value: z.string().nullable().describe("Null where whoever signs tells it"),
    replaces: z.boolean().describe("It takes the place of the record that is there"),
  })
  .meta({ id: "DomainRecord" });
export type DomainRecord = z.infer<typeof domainRecord>;

const domainCheck = z
  .object({
    kind: z.enum(domainCheckKinds),
    state: z.enum(domainCheckStates),
    by: z
      .enum(["you", "provider", "relay", "amplify"])
      .describe("Whose it is to keep: the domain's owner, the mailbox' provider, the mail server, Amplify"),
    ...explained,
    record: domainRecord.nullable().describe("What to add to the DNS"),
  })
  .meta({ id: "DomainCheck" });
export type DomainCheck = z.infer<typeof domainCheck>;

const signingKey = z
  .object({
    _id: z.string(),
    selector: z.string(),
    signing: z.boolean().describe("Mails are signed with it"),
    signsSince: timeMs.nullable(),
    createdAt: timeMs,
    records: z.array(domainRecord).describe("One for RSA, which everybody knows, and one for Ed25519"),
  })
  .meta({ id: "SigningKey" });
export type SigningKey = z.infer<typeof signingKey>;

/** The domain that an account's mails come from. */
export const accountDomain = z
  .object({
    domain: z.string(),
    checkedAt: timeMs.nullable().describe("Null before the first look"),
    checks: z.array(domainCheck),
    maySign: z.boolean().describe("Whether Amplify may sign: of accounts with a mail server of their own"),
    keys: z.array(signingKey),
  })
  .meta({ id: "AccountDomain" });
export type AccountDomain = z.infer<typeof accountDomain>;

export const withKey = z.object({ id, keyId: id });
export const signingChange = z.object({ signing: z.boolean() });
