import { googleCallbackPath } from "../../google/googleHosts.ts";
import { connectScopes, gmailReadScope, signInScopes } from "../../google/googleScopes.ts";
import { microsoftCallbackPath } from "../../microsoft/microsoftHosts.ts";
import { imapScope, microsoftScopes } from "../../microsoft/microsoftScopes.ts";
import type { Settings } from "../../settings/settings.ts";

/** "look": it works, but somebody should know; or nobody can tell from here. */
export type ClientFinding = { state: "ok" | "look" | "wrong"; text: string };

const setupProviders = ["google", "microsoft"] as const;
type SetupProvider = (typeof setupProviders)[number];

/** What a permission is for: who it is, sending, going on while nobody is there, reading answers. */
type ScopeUse = "identity" | "send" | "offline" | "read";

/** What has to stand at a provider for this installation's client there, and what of it is set here. Nothing in it is secret. */
export type SetupClient = {
  provider: SetupProvider;
  /** Both halves are given. */
  isSet: boolean;
  variables: readonly { name: string; isSet: boolean }[];
  redirectUri: string;
  scopes: readonly { scope: string; use: ScopeUse }[];
  /** Of Microsoft alone: whose accounts may be connected. */
  tenant: string | null;
};

const uses: Readonly<Record<string, ScopeUse>> = { offline_access: "offline" };

/** Asked for only where the answers in a mailbox are read. */
const reading: Readonly<Record<SetupProvider, string>> = {
  google: gmailReadScope,
  microsoft: imapScope,
};

/** Where people reach this installation, as far as its settings say. */
export function addressOf({ publicUrl, port }: Pick<Settings, "publicUrl" | "port">): string {
  return publicUrl ?? `http://localhost:${port}`;
}

/** Both clients as this installation's settings have them. */
export function setupClients(settings: Settings): SetupClient[] {
  const { google, microsoft, missingHalves } = settings;
  const address = addressOf(settings);
  const given = { google, microsoft };
  const paths = { google: googleCallbackPath, microsoft: microsoftCallbackPath };
  const asked = { google: `${signInScopes} ${connectScopes}`, microsoft: microsoftScopes };
  return setupProviders.map((provider) => {
    const isSet = given[provider] !== null;
    const names = ["CLIENT_ID", "CLIENT_SECRET"].map((half) => `${provider.toUpperCase()}_${half}`);
    // Of a client by half one is missing and the other there.
    const isHalf = names.some((name) => missingHalves.some((missing) => missing === name));
    return {
      provider,
      isSet,
      variables: names.map((name) => ({
        name,
        isSet: isSet || (isHalf && !missingHalves.some((missing) => missing === name)),
      })),
      redirectUri: `${address}${paths[provider]}`,
      scopes: [
        ...[...new Set(asked[provider].split(" "))].map((scope) => ({
          scope,
          use: uses[scope] ?? (scope.startsWith("https:") ? ("send" as const) : ("identity" as const)),
        })),
        { scope: reading[provider], use: "read" },
      ],
      tenant: provider === "microsoft" ? (microsoft?.tenant ?? "common") : null,
    };
  });
}
