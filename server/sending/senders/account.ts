import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { CredentialType } from "../../../contract/sending/credentialTypes.ts";
import type { ProviderKey, Security } from "../../../contract/sending/providers.ts";

/** A sending account with its decrypted secret, kept in memory only while a sender is open. */
export type Account = {
  id: string;
  workspaceId: WorkspaceId;
  provider: ProviderKey;
  /** For an account that was connected through Google or Microsoft, `password` is its refresh token. */
  type: CredentialType;
  appEmail: string;
  /** The user name to sign in with. */
  user: string;
  password: string;
  host: string | null;
  port: number | null;
  security: Security | null;
  connections: number;
};
