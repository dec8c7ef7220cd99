import { normalAddress } from "../address.ts";
import { type Security, securities } from "../sending/providers.ts";

/** Where a sign-in goes and as whom: all that decides who gets to see the password. */
export type SignIn = {
  appEmail: string;
  host: string | null;
  port: number | null;
  security: Security | null;
  /** Null or empty is the e-mail. */
  user: string | null;
};

/**
 * Whether a stored password must be typed again before it is used with what is wanted now. Otherwise whoever has an
 * open session could name a server of their own and be told it. Stronger encryption at the same place is no reason.
 */
export function asksPasswordAgain(stored: SignIn, wanted: SignIn): boolean {
  const place = ({ host, port }: SignIn) => `${host?.toLowerCase() ?? ""} ${port ?? ""}`;
  const user = ({ user: name, appEmail }: SignIn) => name || normalAddress(appEmail);
  return (
    place(stored) !== place(wanted) ||
    user(stored) !== user(wanted) ||
    weakness(wanted.security) > weakness(stored.security)
  );
}

/** "tls" is 0; where nothing is said, it is what a provider's own server has. */
function weakness(security: SignIn["security"]): number {
  return security === null ? 0 : securities.indexOf(security);
}
