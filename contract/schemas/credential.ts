import { z } from "zod";
import { parseAlias } from "../address.ts";
import { hasControlCharacters } from "../controlCharacters.ts";
import { budgetLimits } from "../limits/sending.ts";
import { textLimits } from "../limits/text.ts";
import { issueText } from "../reasons.ts";
import { credentialTypes } from "../sending/credentialTypes.ts";
import { type ProviderKey, providerKeys, securities } from "../sending/providers.ts";
import { senderNameFault } from "../sending/senderNameFault.ts";
import { cause, emailAddress, plainPattern, plainText, timeMs, wasRead } from "./fields.ts";

export const credential = z
  .object({
    _id: z.string(),
    provider: z.enum(providerKeys),
    appEmail: z.string(),
    /** Always empty: a stored password is never shown again. */
    appPassword: z.literal(""),
    alias: z.string(),
    /** Shown in place of the alias' one word; null without one. */
    displayName: z.string().nullable(),
    /** What recipients see: the name, if any, and the address that mails really come from. */
    sender: z.string(),
    type: z.enum(credentialTypes),
    host: z.string().nullable(),
    port: z.number().int().nullable(),
    security: z.enum(securities).nullable(),
    user: z.string().nullable(),
    state: z.enum(["working", "paused"]),
    /** Why the account rests, in words for its owner; null while it works. */
    pausedReason: z.string().nullable(),
    pausedCause: cause.nullable(),
    /** When it goes on by itself; null while it works or when a person has to act. */
    pausedUntil: timeMs.nullable(),
    perDay: z.number().int().nullable(),
    perMinute: z.number().int().nullable(),
    gapMs: z.number().int(),
    /** How many connections to its own server it may have at once; null is as many as its provider says. */
    connections: z.number().int().nullable(),
    /** Mails on the first day of a ramp-up, and so many more each day until the limit; null without one. */
    rampPerDay: z.number().int().nullable(),
    rampStartedAt: timeMs.nullable(),
    /** What may go in 24 hours as of now: the smaller of the daily limit and today's step of the ramp-up. */
    perDayNow: z.number().int().nullable(),
    sentToday: z.number().int(),
  })
  .meta({ id: "Credential" });
export type Credential = z.infer<typeof credential>;

/** What a sign-in at the server showed that could be chosen better, in words for the owner. */
export const savedCredential = credential
  .extend({ advice: z.string().optional() })
  .meta({ id: "SavedCredential" });
export type SavedCredential = z.infer<typeof savedCredential>;

const namedProvider = z
  .enum([...providerKeys, ""], { error: issueText("provider_unknown", { choices: providerKeys }) })
  .nullish();
/** A blank provider means google (specification, section 3). */
const provider = namedProvider.transform((value): ProviderKey => value || "google");
/** Of a change that names none, or a blank one, it is the account's own. */
const sameProvider = namedProvider
  .transform((value): ProviderKey | undefined => value || undefined)
  .optional();

const limit = (max: number) => z.number().int().min(1).max(max).nullable().optional();

/** An account is answered with null for what its provider has no use for, so null is as good as left out. */
const orNull = <T extends z.ZodType>(schema: T) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();

const connection = {
  host: orNull(plainText(textLimits.hostMax)),
  port: orNull(z.number().int().min(1).max(textLimits.portMax)),
  security: orNull(z.enum(securities, { error: issueText("security_unknown", { choices: securities }) })),
  user: orNull(plainText(textLimits.aliasMax)),
  perDay: limit(budgetLimits.perDayMax),
  perMinute: limit(budgetLimits.perMinuteMax),
  gapMs: z.number().int().min(0).max(budgetLimits.gapMaxMs).optional(),
  rampPerDay: limit(budgetLimits.perDayMax),
  connections: limit(budgetLimits.connectionsMax),
};

const appPassword = z
  // Of one that is too long the rule's own words say how long it may be.
  .string({ error: ({ code }) => (code === "invalid_type" ? issueText("app_password_missing") : undefined) })
  .max(textLimits.appPasswordMax)
  .refine((text) => !hasControlCharacters(text), { error: issueText("app_password_control") })
  .meta({ pattern: plainPattern });

const aliasText = plainText(textLimits.aliasMax)
  .meta({ pattern: '^[^\\s<>"@]+ <[^\\s<>]+>$' })
  .nullish()
  .transform((alias) => alias ?? "");

/** Empty takes it away. Line ends and rows of spaces become one space, as in a header. */
const displayName = z
  .string()
  .transform((text) => text.trim().replace(/\s+/g, " "))
  .pipe(
    z
      .string()
      .max(textLimits.displayNameMax, {
        error: issueText("name_too_long", { max: textLimits.displayNameMax }),
      })
      .superRefine((text, context) => {
        const fault = senderNameFault(text);
        if (fault !== null) context.addIssue({ code: "custom", message: issueText(fault) });
      }),
  )
  .nullable()
  .optional();

const isAlias = (value: { alias: string }) => parseAlias(value.alias) !== null;
const aliasFault = {
  path: ["alias"],
  error: (issue: { input?: unknown }) =>
    issueText("alias_malformed", {
      email: String((issue.input as { appEmail?: unknown } | undefined)?.appEmail ?? "email"),
    }),
};

const fields = {
  provider,
  appEmail: emailAddress(issueText("address_needed")),
  appPassword: appPassword.optional().default(""),
  alias: aliasText,
  displayName,
  ...connection,
};

/** Add Credential: the alias is required and has exactly two parts, Name <email>. */
export const credentialInput = z
  .object(fields)
  .refine(isAlias, aliasFault)
  .meta({ required: ["appEmail", "alias"] });
export type CredentialInput = z.infer<typeof credentialInput>;

const readBefore = credential
  .pick({
    appEmail: true,
    alias: true,
    displayName: true,
    host: true,
    port: true,
    security: true,
    user: true,
    perDay: true,
    perMinute: true,
    gapMs: true,
    connections: true,
    rampPerDay: true,
  })
  .partial()
  .meta({ id: "CredentialAsRead" });

/** Edit Credential: an empty alias is allowed, an empty password keeps the stored one, and no e-mail the one that it has. */
export const credentialChange = z
  .object({
    ...fields,
    provider: sameProvider,
    appEmail: fields.appEmail.optional(),
    was: wasRead(readBefore),
  })
  .refine((value) => value.alias === "" || isAlias(value), aliasFault);
