import type { Provider } from "../../../contract/sending/providers.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Account } from "./account.ts";
import type { Sender, Verification } from "./sender.ts";
import type { BeginSignIn } from "./signInTries.ts";

/** How accounts of one provider are opened; each provider is one file that gives one of these. */
export type SendingProvider = {
  open(account: Account): Promise<Sender>;
  /** Signs in, when an account is saved or resumed. */
  verify(account: Account): Promise<Verification>;
  /** The limits of an account of this provider, which may depend on how it signs in. */
  capacity(type?: Account["type"]): Pick<Provider, "budget" | "connections">;
};

export type ProviderContext = { settings: Settings; beginSignIn: BeginSignIn };
