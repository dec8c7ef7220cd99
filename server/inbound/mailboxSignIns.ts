import { inboundLimits } from "../../contract/limits/accounts/inbound.ts";
import { type Reason, reason } from "../../contract/reasons.ts";
import { isConnected } from "../../contract/sending/credentialTypes.ts";
import type { CredentialRow } from "../../db/stores/accounts/credentials.ts";
import { createMailboxReadingStore, type ReadingRow } from "../../db/stores/accounts/mailboxReadings.ts";
import type { Core } from "../core/core.ts";
import { createGoogleTokenEndpoint } from "../google/googleTokenEndpoint.ts";
import { imapScope } from "../microsoft/microsoftScopes.ts";
import { createMicrosoftTokenEndpoint } from "../microsoft/microsoftTokenEndpoint.ts";
import { type AccessTokenAnswer, createAccessTokens, type Renewed } from "../oauth/accessTokens.ts";
import { accountSecretPlace } from "../secrets/accountSecret.ts";
import { mailboxSecretPlace } from "../secrets/mailboxSecret.ts";
import { guardHost } from "../sending/senders/hostGuard.ts";
import type { MailboxFault, MailboxPlace, MailboxSecret, OpenedMailbox, OpenMailbox } from "./mailbox.ts";
import { mayUseAccountSecret, placeOf, providerPlaces } from "./mailboxPlace.ts";

/** What is needed to sign in, from a stored row or one that is about to be stored. */
export type ReadingSignIn = Pick<ReadingRow, "host" | "port" | "security" | "user" | "secret">;

export type MailboxSignIns = ReturnType<typeof createMailboxSignIns>;

export type SignInParts = {
  open: OpenMailbox;
  /** Trusted instead of the system's certificate authorities, for tests. */
  trustedCertificates?: string;
};

/** Opens accounts' mailboxes with a password, or with an access token if the account was connected through its provider. */
export function createMailboxSignIns(core: Core, { open, trustedCertificates }: SignInParts) {
  const tokens = createReadingTokens(core);
  const places = providerPlaces(core);

  async function guarded(account: CredentialRow, reading: ReadingSignIn): Promise<Placed> {
    const place = placeOf(account, reading, places);
    if (place === null) return faulty({ kind: "person", reason: reason("server_missing") });
    const trusted = trustedCertificates === undefined ? {} : { trustedCertificates };
    if (account.provider !== "smtp") return { ok: true, place: { ...trusted, ...place } };
    const found = await guardHost(place.host, { privateHosts: core.settings.privateHosts });
    if (!found.ok) return faulty({ kind: "wait", reason: found.reason });
    return { ok: true, place: { ...trusted, ...place, pinnedAddress: found.address } };
  }

  return {
    /** Signs in and opens the INBOX. Failures are returned and not thrown. */
    async open(account: CredentialRow, reading: ReadingSignIn, signal?: AbortSignal): Promise<OpenedMailbox> {
      const placed = await guarded(account, reading);
      if (!placed.ok) return placed;
      const given = await secretOf(account, reading);
      if (!given.ok) return given;
      const opened = await open(placed.place, given.secret, signal);
      if (opened.ok || !opened.fault.atSignIn || !("accessToken" in given.secret)) return opened;
      // A token may have been revoked before it expires, so one new token is tried.
      const fresh = await secretOf(account, reading, given.secret.accessToken);
      return fresh.ok ? tokenRefused(account, await open(placed.place, fresh.secret, signal)) : fresh;
    },
  };

  async function secretOf(
    account: CredentialRow,
    reading: ReadingSignIn,
    insteadOf?: string,
  ): Promise<Given> {
    const { id, workspaceId } = account;
    const own = reading.secret && core.secrets.open(reading.secret, mailboxSecretPlace({ workspaceId, id }));
    if (!isConnected(account)) {
      if (own) return { ok: true, secret: { password: own } };
      if (account.secret === null || !mayUseAccountSecret(account, reading))
        return faulty({ kind: "person", reason: reason("mailbox_password_needed") });
      return {
        ok: true,
        secret: { password: core.secrets.open(account.secret, accountSecretPlace(account)) },
      };
    }
    if (!own) return faulty({ kind: "person", reason: reconnect(account) });
    const given = tokens[account.type === "gscope" ? "gscope" : "mscope"];
    if (given === null)
      return faulty({ kind: "wait", reason: notSetUp(account), waitMs: inboundLimits.restSetupMs });
    const wanted = { accountId: id, refreshToken: own, ...(insteadOf === undefined ? {} : { insteadOf }) };
    return withToken(account, await given.get(wanted));
  }
}

type Faulty = { ok: false; fault: MailboxFault };
type Placed = { ok: true; place: MailboxPlace } | Faulty;
type Given = { ok: true; secret: MailboxSecret } | Faulty;

const faulty = (fault: MailboxFault): Faulty => ({ ok: false, fault });

/** If a valid token is refused, the reason is about the permission, since there is no password to check. */
function tokenRefused(account: CredentialRow, opened: OpenedMailbox): OpenedMailbox {
  if (opened.ok || !opened.fault.atSignIn) return opened;
  const { reply } = opened.fault.reason;
  return faulty({ ...opened.fault, reason: { ...reconnect(account), reply } as Reason });
}

function withToken(account: CredentialRow, answer: AccessTokenAnswer): Given {
  if (answer.ok) return { ok: true, secret: { accessToken: answer.accessToken } };
  if (answer.kind === "withdrawn") return faulty({ kind: "person", reason: reconnect(account) });
  const waitMs = answer.kind === "misconfigured" ? inboundLimits.restSetupMs : answer.retryAfterMs;
  return faulty({ kind: "wait", reason: answer.reason, ...(waitMs === undefined ? {} : { waitMs }) });
}

function reconnect({ type, appEmail: email }: CredentialRow): Reason {
  return type === "gscope"
    ? reason("mailbox_reconnect_google", { email })
    : reason("mailbox_reconnect_microsoft", { email });
}

function notSetUp({ type }: CredentialRow): Reason {
  return type === "gscope" ? reason("google_client_missing") : reason("microsoft_client_missing");
}

/** Access tokens for reading, separate from those for sending: each has its own permission. */
function createReadingTokens(core: Core) {
  const { google, microsoft } = core.settings;
  const { clock } = core;
  const onRenewed = keepRenewed(core);
  return {
    gscope:
      google &&
      createAccessTokens({
        clock,
        onRenewed,
        endpoint: createGoogleTokenEndpoint(google),
        unasked: reason("google_unasked"),
      }),
    mscope:
      microsoft &&
      createAccessTokens({
        clock,
        onRenewed,
        scope: imapScope,
        unasked: reason("microsoft_unasked"),
        endpoint: createMicrosoftTokenEndpoint(microsoft),
      }),
  };
}

/** Microsoft returns a new refresh token with each answer, which replaces the one that was used. */
function keepRenewed({ database, secrets, log }: Pick<Core, "database" | "secrets" | "log">) {
  const store = createMailboxReadingStore(database);
  return async ({ accountId: id, used, refreshToken }: Renewed): Promise<boolean> => {
    try {
      const row = await store.byAccount(id);
      if (row === null || row.secret === null) return false;
      const { workspaceId } = row;
      const place = mailboxSecretPlace({ workspaceId, id });
      if (secrets.open(row.secret, place) !== used) return false;
      const to = secrets.seal(refreshToken, place);
      return await store.renewSecret({ workspaceId, id }, { from: row.secret, to });
    } catch (error) {
      log.warn("A renewed permission to read could not be kept; the one before goes on", { error });
      return false;
    }
  };
}
