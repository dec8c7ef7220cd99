import type { z } from "zod";
import { normalAddress, parseAlias } from "../../contract/address.ts";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { reason } from "../../contract/reasons.ts";
import { refused, refusedFor } from "../../contract/refused.ts";
import type { Credential, CredentialInput, credentialChange } from "../../contract/schemas/credential.ts";
import { isConnected } from "../../contract/sending/credentialTypes.ts";
import { type ProviderKey, providers } from "../../contract/sending/providers.ts";
import { dailyStep } from "../../contract/sending/rampUp.ts";
import { mailboxText, type SenderAccount, senderMailbox } from "../../contract/sending/senderMailbox.ts";
import type { CredentialRow } from "../../db/stores/accounts/credentials.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import { accountSecretPlace } from "../secrets/accountSecret.ts";
import type { Account } from "../sending/senders/account.ts";

export type CredentialChange = z.output<typeof credentialChange>;

/** The account behind a row, with its secret opened. */
export function accountOf(
  core: Core,
  { row, connections }: { row: CredentialRow; connections: number },
): Account {
  const { id, workspaceId, appEmail, host, port } = row;
  const provider = row.provider;
  return {
    id,
    workspaceId,
    provider,
    type: row.type,
    appEmail,
    user: row.user || appEmail,
    password: row.secret === null ? "" : openedSecret(core, { workspaceId, id, secret: row.secret }),
    host,
    port,
    security: row.security,
    connections,
  };
}

/** What an account signs in with: its app password, or the refresh token that its provider gave. */
export function openedSecret(core: Core, { secret, ...row }: Place & { secret: string }): string {
  return core.secrets.open(secret, accountSecretPlace(row));
}

type Place = { workspaceId: WorkspaceId; id: string };

function sealed(core: Core, row: Place, password: string): string | null {
  return password === "" ? null : core.secrets.seal(password, accountSecretPlace(row));
}

/** Google shows app passwords in four groups of letters; the spaces are not part of it. Nobody signs in at the sandbox. */
function passwordFor(provider: ProviderKey, given: string): string {
  if (provider === "sandbox") return "";
  return provider === "google" ? given.replace(/\s+/g, "") : given;
}

/** @throws {Refusal} bad_request when something is missing that its provider needs. */
export function newRow(
  core: Core,
  {
    workspaceId,
    input,
    budget,
  }: { workspaceId: WorkspaceId; input: CredentialInput; budget: CredentialBudget },
): CredentialRow {
  const { provider } = input;
  const id = core.newId();
  const { needsPassword } = providers[provider];
  if (needsPassword && input.appPassword === "")
    throw refused("app_password_missing", {}, { field: "appPassword" });
  if (provider === "smtp" && (input.host === undefined || input.port === undefined))
    throw refusedFor("bad_request", reason("server_missing"), {
      field: input.host === undefined ? "host" : "port",
    });
  return {
    id,
    workspaceId,
    provider,
    appEmail: input.appEmail,
    alias: input.alias,
    displayName: input.displayName || null,
    type: "manual",
    secret: sealed(core, { workspaceId, id }, passwordFor(provider, input.appPassword)),
    googleSubject: null,
    microsoftSubject: null,
    ...serverFields(provider, input),
    perDay: input.perDay === undefined ? budget.perDay : input.perDay,
    perMinute: input.perMinute === undefined ? budget.perMinute : input.perMinute,
    gapMs: input.gapMs ?? budget.gapMs,
    rampPerDay: input.rampPerDay ?? null,
    rampStartedAt: input.rampPerDay == null ? null : core.clock.now(),
    paused: false,
    pausedReason: null,
    pausedUntil: null,
    createdAt: core.clock.now(),
  };
}

type CredentialBudget = { perDay: number | null; perMinute: number | null; gapMs: number };

/** Only the provider "smtp" has a server that a person names. */
function serverFields(provider: ProviderKey, input: CredentialInput) {
  if (provider !== "smtp") return { host: null, port: null, security: null, user: null, connections: null };
  return {
    host: input.host ?? null,
    port: input.port ?? null,
    security: input.security ?? providers.smtp.security,
    user: input.user || null,
    connections: input.connections ?? null,
  };
}

/** What a change sets; an empty password and an empty alias keep what is stored. */
export function changedFields(
  core: Core,
  row: CredentialRow,
  input: CredentialChange,
): Partial<CredentialRow> {
  const provider = row.provider;
  const given = passwordFor(provider, input.appPassword);
  const isSmtp = provider === "smtp";
  const { appEmail = row.appEmail } = input;
  return {
    ...(isConnected(row) ? {} : { appEmail }),
    alias: input.alias || aliasFollowing(row, appEmail),
    ...(input.displayName === undefined ? {} : { displayName: input.displayName || null }),
    ...(given === "" || isConnected(row) ? {} : { secret: sealed(core, row, given) }),
    ...(provider === "sandbox" ? { secret: null } : {}),
    ...(isSmtp && input.host !== undefined ? { host: input.host } : {}),
    ...(isSmtp && input.port !== undefined ? { port: input.port } : {}),
    ...(isSmtp && input.security !== undefined ? { security: input.security } : {}),
    ...(isSmtp && input.user !== undefined ? { user: input.user || null } : {}),
    ...(isSmtp && input.connections !== undefined ? { connections: input.connections } : {}),
    ...(input.perDay === undefined ? {} : { perDay: input.perDay }),
    ...(input.perMinute === undefined ? {} : { perMinute: input.perMinute }),
    ...(input.gapMs === undefined ? {} : { gapMs: input.gapMs }),
    ...(input.rampPerDay === undefined ? {} : rampFields(row, { ...input, now: core.clock.now() })),
  };
}

/** An alias that names the account's e-mail goes on naming it when that changes. */
function aliasFollowing(row: CredentialRow, changed: string): string {
  const { alias, appEmail } = row;
  const named = parseAlias(alias);
  const isOwn = named?.address === normalAddress(appEmail);
  return named !== null && isOwn && !isConnected(row) && changed !== appEmail
    ? `${named.name} <${changed}>`
    : alias;
}

/** What the From of an account's mails is made of. */
export function senderAccountOf(row: CredentialRow): SenderAccount {
  const { appEmail, alias, displayName, user } = row;
  const provider = row.provider;
  return { provider, appEmail, alias, displayName, user, signsIn: row.secret !== null };
}

/** A ramp-up begins when it is switched on; another step keeps the day that it has reached. */
function rampFields(
  row: CredentialRow,
  { rampPerDay = null, now }: Pick<CredentialChange, "rampPerDay"> & { now: number },
) {
  return { rampPerDay, rampStartedAt: rampPerDay === null ? null : (row.rampStartedAt ?? now) };
}

/** What its owner may see: never the secret, not even sealed. */
export function onTheWire(
  row: CredentialRow,
  { sentToday, now }: { sentToday: number; now: number },
): Credential {
  return {
    _id: row.id,
    provider: row.provider,
    appEmail: row.appEmail,
    appPassword: "",
    alias: row.alias,
    displayName: row.displayName,
    sender: mailboxText(senderMailbox(senderAccountOf(row))),
    type: row.type,
    host: row.host,
    port: row.port,
    security: row.security,
    user: row.user,
    state: row.paused ? "paused" : "working",
    pausedReason: row.pausedReason && inWords(row.pausedReason),
    pausedCause: row.pausedReason,
    pausedUntil: row.pausedUntil,
    perDay: row.perDay,
    perMinute: row.perMinute,
    gapMs: row.gapMs,
    connections: row.connections,
    rampPerDay: row.rampPerDay,
    rampStartedAt: row.rampStartedAt,
    perDayNow: dailyStep(row, now).countMax,
    sentToday,
  };
}
