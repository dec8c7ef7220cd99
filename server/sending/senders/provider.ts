import type { Provider } from "../../../contract/sending/providers.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Account } from "./account.ts";
import type { Sender, Verification } from "./sender.ts";
import type { BeginSignIn } from "./signInTries.ts";

/** How accounts of one provider are opened; each provider is one file that gives one of these. */
export type SendingProvider = {
  open(account: Account): Promise<Sender>;
  /** A real sign-in, when an account is saved or let go on. */
  verify(account: Account): Promise<Verification>;
  /** What an account of this provider may do here; by the way in that Google gave, its own limits count. */
  capacity(type?: Account["type"]): Pick<Provider, "budget" | "connections">;
};

export type ProviderContext = { settings: Settings; beginSignIn: BeginSignIn };
