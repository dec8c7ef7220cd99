import { type ProviderKey, providers, type Security } from "../../../contract/providers.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";

/** The account form as it is typed: every field is text. */
export type AccountValues = {
  provider: ProviderKey;
  appEmail: string;
  appPassword: string;
  alias: string;
  host: string;
  port: string;
  security: Security;
  user: string;
};

export function accountDefaults(credential: Credential | undefined): AccountValues {
  const provider = credential?.provider ?? "google";
  return {
    provider,
    appEmail: credential?.appEmail ?? "",
    appPassword: "",
    alias: credential?.alias ?? "",
    host: credential?.host ?? "",
    port: credential?.port == null ? "587" : String(credential.port),
    security: credential?.security ?? providers.smtp.security,
    user: credential?.user ?? "",
  };
}

/** What goes to the server: the server's own address only where the provider has none of its own. */
export function accountWire({
  provider,
  appEmail,
  appPassword,
  alias,
  host,
  port,
  security,
  user,
}: AccountValues) {
  const base = { provider, appEmail: appEmail.trim(), appPassword, alias: alias.trim() };
  if (provider !== "smtp") return base;
  return {
    ...base,
    host: host.trim(),
    ...(port.trim() === "" ? {} : { port: Number(port) }),
    security,
    ...(user.trim() === "" ? {} : { user: user.trim() }),
  };
}
