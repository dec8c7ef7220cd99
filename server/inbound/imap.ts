import { isIP } from "node:net";
import type { FetchMessageObject, ImapFlow } from "imapflow";
import { inboundLimits } from "../../contract/limits/accounts/inbound.ts";
import { faultOf, tooLate, tooMuch } from "./imapFault.ts";
import {
  type Mailbox,
  MailboxError,
  type MailboxPlace,
  type MailboxSecret,
  type OpenMailbox,
} from "./mailbox.ts";
import { takenInPieces } from "./takenInPieces.ts";

const { headerBytes, mailBytes } = inboundLimits;

type Limits = { readonly [Name in keyof typeof inboundLimits]: number };

/**
 * Signs in over IMAP and opens the INBOX with EXAMINE, so that the server allows no changes (RFC 3501 section 6.3.2). The
 * client is loaded when the first mailbox is opened, since most installations read none.
 */
export const openImap: OpenMailbox = (...wanted) => openImapWithin(inboundLimits)(...wanted);

/** The same with other limits, for tests. */
export const openImapWithin =
  (limits: Limits): OpenMailbox =>
  async (place, secret, signal) => {
    const { ImapFlow, createStreamsTransport } = await import("imapflow");
    const { transport, lines } = takenInPieces(createStreamsTransport);
    const client = new ImapFlow({ ...optionsOf(place, secret, limits), transport });
    const conversation = watched(client, { place, secret, limits, lines });
    const giveUp = () => client.close();
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      if (signal?.aborted) throw new Error("not wanted any more");
      await conversation(() => client.connect());
      const opened = await conversation(() => client.mailboxOpen("INBOX", { readOnly: true }));
      return { ok: true, mailbox: mailboxOver(client, opened, { conversation, limits }) };
    } catch (error) {
      client.close();
      if (error instanceof MailboxError) return { ok: false, fault: error.fault };
      throw error;
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  };

function optionsOf(
  place: MailboxPlace,
  secret: MailboxSecret,
  limits: Limits,
): ConstructorParameters<typeof ImapFlow>[0] {
  const { host, port, security, user, pinnedAddress, trustedCertificates } = place;
  return {
    host: pinnedAddress ?? host,
    port,
    secure: security === "tls",
    ...(security === "tls" ? {} : { doSTARTTLS: security === "starttls" }),
    // Names only: an address literal has no place in SNI (RFC 6066 section 3).
    ...(isIP(host) ? {} : { servername: host }),
    tls: {
      rejectUnauthorized: true,
      ...(trustedCertificates === undefined ? {} : { ca: trustedCertificates }),
    },
    auth: "password" in secret ? { user, pass: secret.password } : { user, accessToken: secret.accessToken },
    // Its log would contain the session's commands, and contents of people's mailboxes.
    logger: false,
    clientInfo: { name: "Amplify", vendor: "", version: "", "support-url": "" },
    // Nothing that reading headers does not need: no compression, which a few bytes could blow up, and no other extensions.
    disableCompression: true,
    disableAutoEnable: true,
    disableIMAP4rev2: true,
    disableBinary: true,
    disableAutoIdle: true,
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.greetingMs,
    // Longer than every wait here, each of which has a limit of its own.
    socketTimeout: inboundLimits.idleMs + 2 * inboundLimits.commandMs,
    maxLineLength: inboundLimits.lineBytes,
    maxLiteralSize: mailBytes,
    maxResponseSize: mailBytes + inboundLimits.lineBytes,
    maxResponseTokens: inboundLimits.tokensMax,
  };
}

type Bounds = { waitMs: number; bytesMax: number };
type Watching = { place: MailboxPlace; secret: MailboxSecret; limits: Limits; lines(): number };
type Conversation = <T>(work: () => Promise<T>, bounds?: Partial<Bounds>) => Promise<T>;

/** Limits the time of each step of a session and how much the server may send in it; the connection is closed if one is exceeded. */
function watched(client: ImapFlow, { place, secret, limits, lines }: Watching): Conversation {
  const { measureMs, commandMs, answerBytes, linesMax } = limits;
  // The error that ended the connection: commands that wait for it or come later only learn that there is none.
  let ended: Error | null = null;
  client.on("error", (error) => {
    ended ??= error;
  });
  return async (work, { waitMs = commandMs, bytesMax = answerBytes } = {}) => {
    const before = { bytes: client.stats().received, lines: lines() };
    const until = performance.now() + waitMs;
    const measuring = setInterval(() => {
      const isLong = client.stats().received - before.bytes > bytesMax;
      const isTooMuch = isLong || lines() - before.lines > linesMax;
      if (!isTooMuch && performance.now() <= until) return;
      ended ??= isTooMuch ? tooMuch : tooLate;
      client.close();
    }, measureMs);
    try {
      return await work();
    } catch (error) {
      throw new MailboxError(faultOf(ended ?? error, { place, secret }));
    } finally {
      clearInterval(measuring);
    }
  };
}

type Opened = Awaited<ReturnType<ImapFlow["mailboxOpen"]>>;

function mailboxOver(
  client: ImapFlow,
  opened: Opened,
  { conversation, limits }: { conversation: Conversation; limits: Limits },
): Mailbox {
  let isNews = false;
  let wake = () => {};
  client.on("exists", () => {
    isNews = true;
    wake();
  });
  client.on("close", () => wake());

  return {
    uidValidity: Number(opened.uidValidity ?? 0),
    uidNext: opened.uidNext ?? null,

    async after(uid, since) {
      isNews = false;
      const query = { uid: `${uid + 1}:*`, ...(since === undefined ? {} : { since }) };
      const found = await conversation(() => refusing(client.search(query, { uid: true })));
      // A range that begins after the last mail still contains that mail (RFC 3501 section 6.4.8).
      return found.filter((each) => each > uid).sort((a, b) => a - b);
    },

    async heads(uids) {
      const heads: FetchMessageObject[] = [];
      const wanted = {
        uid: true,
        size: true,
        internalDate: true,
        bodyParts: [{ key: "HEADER", start: 0, maxLength: headerBytes }],
      };
      await conversation(async () => {
        for await (const message of client.fetch(uids.join(","), wanted, { uid: true }))
          if (heads.length < uids.length) heads.push(message);
      });
      return heads
        .map(({ uid, size, internalDate, headers }) => ({
          uid,
          size: size ?? 0,
          receivedAt: internalDate === undefined ? null : new Date(internalDate).getTime() || null,
          header: headers?.subarray(0, headerBytes) ?? new Uint8Array(),
        }))
        .filter(({ uid }) => uids.includes(uid))
        .sort((a, b) => a.uid - b.uid);
    },

    async bytes(uid) {
      const source = { start: 0, maxLength: mailBytes };
      const message = await conversation(() => client.fetchOne(String(uid), { source }, { uid: true }));
      return message === false ? null : (message.source ?? null);
    },

    async wait() {
      const canIdle = client.capabilities.has("IDLE");
      const waitMs = canIdle ? limits.idleMs : limits.pollMs;
      await conversation(
        async () => {
          if (isNews || !client.usable) return;
          // IDLE ends with the next command, which reports a failure.
          if (canIdle) client.idle().catch(() => {});
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, waitMs);
            wake = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        },
        { waitMs: waitMs + limits.commandMs, bytesMax: limits.idleBytes },
      );
      await conversation(() => client.noop());
    },

    close: () => client.close(),
  };
}

/** A search that the server refused returns nothing, which does not mean that there are no mails. */
async function refusing(searching: Promise<number[] | false | undefined>): Promise<number[]> {
  const found = await searching;
  if (!Array.isArray(found))
    throw Object.assign(new Error("The search was refused"), { responseStatus: "NO" });
  return found;
}
