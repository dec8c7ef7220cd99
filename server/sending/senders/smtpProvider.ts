import { type Reason, reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { Provider } from "../../../contract/sending/providers.ts";
import { wireAddress } from "../mail/headers.ts";
import type { Account } from "./account.ts";
import type { SendingProvider } from "./provider.ts";
import type { FoundServer, Server } from "./resolvingConnector.ts";
import { SenderFault } from "./SenderFault.ts";
import type { Verification } from "./sender.ts";
import type { BeginSignIn } from "./signInTries.ts";
import type { SmtpOptions } from "./smtpConnection.ts";

type FindServer = (account: Account) => Promise<FoundServer>;

/**
 * A provider that is reached over SMTP; `findServer` tells where. The SMTP client is loaded when it is first needed, so
 * that an installation which sends nothing starts without it.
 */
export function smtpProvider(options: {
  provider: Provider;
  findServer: FindServer;
  /** The server is a relay, which a setting of the installation names in place of the provider's own. */
  isRelay?: boolean;
  beginSignIn: BeginSignIn;
  capacity: () => ReturnType<SendingProvider["capacity"]>;
}): SendingProvider {
  const { provider, findServer, capacity, beginSignIn, isRelay = false } = options;
  return {
    async open(account) {
      const found = await findServer(account);
      if (!found.ok) throw new SenderFault(found.reason);
      const { createSmtpSender } = await import("./smtp.ts");
      const { resolvingConnector } = await import("./resolvingConnector.ts");
      const connector = resolvingConnector(() => findServer(account));
      const sender = createSmtpSender(smtpOptions(account, found.server), connector);
      return { ...sender, send: async (mail) => helped(provider, await sender.send(mail)) };
    },
    async verify(account): Promise<Verification> {
      const found = await findServer(account);
      if (!found.ok) return { ok: false, temporary: false, reason: found.reason };
      const { host, addresses: [address = null] = [] } = found.server;
      const attempt = await beginSignIn({
        workspaceId: account.workspaceId,
        host,
        address,
        user: account.user,
      });
      const { verifySmtp } = await import("./verifySmtp.ts");
      const from = wireAddress(account.appEmail);
      const { resolvingConnector } = await import("./resolvingConnector.ts");
      const options = smtpOptions(account, found.server);
      const connector = resolvingConnector(async () => found);
      const isGiven = provider.host !== null;
      const verification = await verifySmtp(options, { from, isRelay, isGiven }, connector);
      // If no server answered, no password was guessed. It still counts for a server that a person entered, as they may be
      // scanning for open ports; a provider's own server is known to everybody.
      if (verification.ok || (verification.unreached && address === null)) await attempt.succeeded();
      if (verification.ok || verification.temporary || !verification.atSignIn) return verification;
      return { ...verification, reason: withHelp(provider, verification.reason) };
    },
    capacity,
  };
}

/** A refused sign-in with advice on what to do, chosen by the provider and by its own words. */
function withHelp({ key, refusals }: Provider, { reply }: Reason): Reason {
  const known = refusals.find(({ says }) => reply?.includes(says));
  return reason("sign_in_refused", { help: known?.help ?? key }, reply);
}

function helped(provider: Provider, outcome: Outcome): Outcome {
  const isSignIn = outcome.kind === "account" && outcome.reason.code === "sign_in_refused";
  return isSignIn ? { ...outcome, reason: withHelp(provider, outcome.reason) } : outcome;
}

function smtpOptions(account: Account, { host, port, security }: Server): SmtpOptions {
  return {
    host,
    port,
    security,
    user: account.password === "" ? "" : account.user,
    password: account.password,
    connections: account.connections,
  };
}

/** The server that a relay setting such as `smtp://127.0.0.1:2525` names. */
function relayServer(relay: URL): Server {
  const tls = relay.protocol === "smtps:";
  return {
    host: relay.hostname.replace(/^\[|\]$/g, ""),
    port: Number(relay.port) || (tls ? 465 : 25),
    security: tls ? "tls" : "none",
  };
}

/**
 * A provider with a server of its own, which a setting may replace by a relay. The provider's limits are those of its own
 * server, so with a relay an account has the limits of any other SMTP server.
 */
export function hostedProvider(options: {
  provider: Provider;
  relay: URL | null;
  relayed: Provider;
  beginSignIn: BeginSignIn;
}): SendingProvider {
  const { provider, relay, relayed, beginSignIn } = options;
  const { host, port, security } = provider;
  if (host === null || port === null) throw new Error(`${provider.key} has no server of its own`);
  const server = relay ? relayServer(relay) : { host, port, security };
  const { budget, connections } = relay ? relayed : provider;
  return smtpProvider({
    provider,
    isRelay: relay !== null,
    beginSignIn,
    findServer: async () => ({ ok: true, server }),
    capacity: () => ({ budget, connections }),
  });
}
