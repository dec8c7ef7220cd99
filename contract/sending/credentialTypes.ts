/** Connected by a visit to Google ("gscope") or to Microsoft ("mscope"), or with a password by hand. */
export const credentialTypes = ["gscope", "mscope", "manual"] as const;
export type CredentialType = (typeof credentialTypes)[number];

/** Whether an account was connected by a visit to its provider, which only another visit can renew. */
export function isConnected({ type }: { type: CredentialType }): boolean {
  return type !== "manual";
}
