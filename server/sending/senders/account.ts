import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { CredentialType } from "../../../contract/sending/credentialTypes.ts";
import type { ProviderKey, Security } from "../../../contract/sending/providers.ts";

/** A sending account with its secret in clear, for as long as a sender is open. */
export type Account = {
  id: string;
  workspaceId: WorkspaceId;
  provider: ProviderKey;
  /** One that was connected by a visit has a refresh token for a password. */
  type: CredentialType;
  appEmail: string;
  /** What the server knows the account by; the e-mail unless said. */
  user: string;
  password: string;
  host: string | null;
  port: number | null;
  security: Security | null;
  connections: number;
};
