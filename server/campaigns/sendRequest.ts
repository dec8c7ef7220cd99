import { createHash } from "node:crypto";
import { normalAddress } from "../../contract/address.ts";
import type { Refusal } from "../../contract/errors.ts";
import { sendLimits } from "../../contract/limits/sending.ts";
import { refused } from "../../contract/refused.ts";
import type { SenderFields, SendInput } from "../../contract/schemas/campaign.ts";
import { mailboxText, senderMailbox } from "../../contract/sending/senderMailbox.ts";
import type { CredentialRow } from "../../db/stores/accounts/credentials.ts";
import { senderAccountOf } from "../accounts/index.ts";

/**
 * The account that is meant: by `from` ("alias;email", the e-mail alone, or the alias or sender as accounts are answered
 * with), by its id, or by both.
 * @throws {Refusal} bad_request when no account or another alias is stored; ambiguous_sender when several fit, of
 * which none is taken by guess.
 */
export function accountNamed(credentials: readonly CredentialRow[], wanted: SenderFields): CredentialRow {
  if (credentials.length === 0) throw refused("no_credentials");
  const { type, credentialId } = wanted;
  const from = wanted.from?.trim();
  const fits = credentials.filter(
    (row) =>
      (!from || isNamedBy(row, from)) &&
      (type === undefined || row.type === type) &&
      (credentialId === undefined || row.id === credentialId),
  );
  // The id has another name in each call.
  const field = from ? "from" : undefined;
  const [account] = fits;
  if (account === undefined) throw refused("sender_unknown", {}, { field });
  if (fits.length > 1) throw ambiguous(fits, field);
  return account;
}

/** Whether an account is named at all: a type alone fits any number of them. */
export function namesAccount({ from, credentialId }: SenderFields): boolean {
  return Boolean(from?.trim()) || credentialId !== undefined;
}

function ambiguous(fits: readonly CredentialRow[], field: string | undefined): Refusal {
  const accounts = fits.map(({ id, provider }) => `${id} (${provider})`).join(", ");
  return refused("sender_ambiguous", { accounts }, { field });
}

/** Whoever names another name than the account's means another sender, and is not given this one instead. */
function isNamedBy(row: CredentialRow, from: string): boolean {
  if (from === row.alias || from === mailboxText(senderMailbox(senderAccountOf(row)))) return true;
  const at = from.lastIndexOf(";");
  const alias = from.slice(0, Math.max(0, at)).trim();
  const isSameAlias = alias === "" || alias === row.alias;
  return isSameAlias && normalAddress(from.slice(at + 1)) === normalAddress(row.appEmail);
}

export type RequestKeys = {
  /** A hash of everything that was asked for, whatever the order of its fields. */
  content: string;
  keys: [string, ...string[]];
  /** An older campaign of the same content is another one. */
  sinceMs: number;
  /** The same for two requests of the same content at once. */
  lane: string;
  /** Whether the caller named the request, and so promised to name no other one alike. */
  isNamed: boolean;
};

/**
 * What makes two requests the same one: the caller's idempotency key, or else the same content in the same
 * minute or the one before. The first key is the one to store.
 */
export function requestKeys(request: {
  input: SendInput;
  idempotencyKey: string | null;
  now: number;
}): RequestKeys {
  const { input, idempotencyKey, now } = request;
  const content = digest(contentOf(input));
  if (idempotencyKey !== null) {
    const key = `key:${digest(idempotencyKey)}`;
    return { content, keys: [key], sinceMs: 0, lane: `${key} ${content}`, isNamed: true };
  }
  const minute = Math.floor(now / sendLimits.sameRequestMs);
  return {
    content,
    keys: [`same:${content}:${minute}`, `same:${content}:${minute - 1}`],
    sinceMs: now - sendLimits.sameRequestMs,
    lane: content,
    isNamed: false,
  };
}

/**
 * One text for all requests with the same fields. The order of a list is part of what it says. Leads may be tens of
 * thousands, so that they are not sorted one by one.
 */
function contentOf({ leads, matching, ...others }: SendInput): string {
  const inOrder = leads?.map((lead) =>
    typeof lead === "string" ? lead : { _id: lead._id, email: lead.email },
  );
  return JSON.stringify(
    sortedFields({ ...others, leads: inOrder, matching: matching && sortedFields(matching) }),
  );
}

function sortedFields(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
