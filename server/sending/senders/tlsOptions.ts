import { isIP } from "node:net";
import type { ConnectionOptions } from "node:tls";
import type { SmtpOptions } from "./smtpConnection.ts";

/** Whom a server has to prove that it is, and who may vouch for it. */
export function tlsOptions({ servername: name, host, trustedCertificates }: SmtpOptions): ConnectionOptions {
  const servername = name ?? host;
  return {
    rejectUnauthorized: true,
    // Names only: an address literal has no place in SNI (RFC 6066 section 3).
    ...(isIP(servername) ? {} : { servername }),
    ...(trustedCertificates === undefined ? {} : { ca: trustedCertificates }),
  };
}
