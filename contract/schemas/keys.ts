import { z } from "zod";
import { keyScopes } from "../identity/keys.ts";
import { keyLimits, keyUsageLimits } from "../limits/identity.ts";
import { textLimits } from "../limits/text.ts";
import { issueText } from "../reasons.ts";
import { filledText, id, timeMs } from "./fields.ts";
import { statusClasses } from "./keyWords.ts";
import { listOrder, pageSize } from "./lists.ts";

const approvalStates = ["waiting", "approved", "denied"] as const;
export type ApprovalState = (typeof approvalStates)[number];

const scopes = z
  .array(z.enum(keyScopes), { error: issueText("key_scopes_missing") })
  .min(1, { error: issueText("key_scopes_missing") })
  .max(keyScopes.length)
  .transform((given) => keyScopes.filter((scope) => given.includes(scope)));

const name = filledText(
  keyLimits.nameMax,
  issueText("key_name_missing"),
  issueText("key_name_too_long", { max: keyLimits.nameMax }),
);

const ids = z.array(id).min(1).max(keyLimits.boundsMax).nullish();

export const keyInput = z.object(
  {
    name,
    scopes,
    /** Ids of the collections that it may see and change, and of no others; left out, all. */
    collections: ids,
    /** Ids of the sending accounts that it may send through, and of no others; left out, all. */
    accounts: ids,
    /** Where it may be used: addresses and ranges in CIDR notation; left out, anywhere. */
    addresses: z.array(z.string().max(keyLimits.addressMax)).min(1).max(keyLimits.addressesMax).nullish(),
    expiresAt: timeMs.nullish(),
  },
  { error: issueText("key_name_missing") },
);
export type KeyInput = z.infer<typeof keyInput>;

export const apiKey = z
  .object({
    _id: z.string(),
    name: z.string(),
    lastFour: z.string(),
    scopes: z.array(z.enum(keyScopes)),
    collections: z.array(z.string()).nullable(),
    accounts: z.array(z.string()).nullable(),
    addresses: z.array(z.string()).nullable(),
    expiresAt: timeMs.nullable(),
    lastUsedAt: timeMs.nullable(),
    lastAddress: z.string().nullable(),
    createdAt: timeMs,
    /** Who made it, by name; null where they are gone. */
    createdBy: z.string().nullable(),
    isExpired: z.boolean(),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof apiKey>;

export const newApiKey = z.object({ key: z.string(), ...apiKey.shape }).meta({ id: "NewApiKey" });
export type NewApiKey = z.infer<typeof newApiKey>;

export const requestQuery = z.object({
  ...listOrder,
  keyId: id.optional(),
  status: z.enum(statusClasses).optional(),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
  /** A part of its path. */
  path: z.string().max(textLimits.searchMax).optional(),
  /** The page after: the `next` of the one before. */
  before: id.optional(),
  pageSize: pageSize.optional(),
});
export type RequestQuery = z.infer<typeof requestQuery>;

export const apiRequest = z
  .object({
    /** As the answer's x-request-id named it. */
    _id: z.string(),
    keyId: z.string(),
    keyName: z.string(),
    method: z.string(),
    path: z.string(),
    status: z.number().int(),
    tookMs: z.number().int(),
    address: z.string(),
    at: timeMs,
  })
  .meta({ id: "ApiRequest" });
export type ApiRequest = z.infer<typeof apiRequest>;

const calls = {
  done: z.number().int().describe("Answered with a status below 400"),
  refused: z.number().int().describe("Answered with a 4xx"),
  failed: z.number().int().describe("Answered with a 5xx"),
};

/** How much keys have called, by the day and by the key. */
export const keyUsage = z
  .object({
    days: z
      .array(z.object({ day: timeMs.describe("Where the day begins, by UTC"), ...calls }))
      .length(keyUsageLimits.days)
      .describe("One for each of the last 30 days, the earliest first, today last"),
    keys: z
      .array(z.object({ keyId: z.string(), name: z.string(), ...calls }))
      .describe(
        "Those that have called in these days, the one with the most calls first; a name is empty once its key is gone",
      ),
  })
  .meta({ id: "KeyUsage" });
export type KeyUsage = z.infer<typeof keyUsage>;

export const requestPage = z.object({ items: z.array(apiRequest), next: z.string().nullable() });
export type RequestPage = z.infer<typeof requestPage>;

/** A program asks to be let in (RFC 8628, 3.1). */
export const deviceInput = z.object({ name }, { error: issueText("key_name_missing") });
export const deviceAnswer = z.object({
  deviceCode: z.string(),
  userCode: z.string(),
  verificationUri: z.string(),
  verificationUriComplete: z.string(),
  expiresInSeconds: z.number().int(),
  intervalSeconds: z.number().int(),
});
export type DeviceAnswer = z.infer<typeof deviceAnswer>;
export const deviceTokenInput = z.object(
  { deviceCode: z.string().max(textLimits.tokenMax) },
  { error: issueText("device_code_dead") },
);
export const deviceToken = z.object({ key: z.string(), name: z.string(), uid: z.string() });

export const withCode = z.object({ code: z.string().max(keyLimits.userCodeMax) });
export const keyApproval = z.object({
  code: z.string(),
  name: z.string(),
  address: z.string(),
  createdAt: timeMs,
  expiresAt: timeMs,
});
export type KeyApproval = z.infer<typeof keyApproval>;
export const approvalInput = z.object({
  approve: z.boolean(),
  scopes: scopes.optional(),
  expiresAt: timeMs.nullish(),
});
