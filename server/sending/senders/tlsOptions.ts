import { isIP } from "node:net";
import type { ConnectionOptions } from "node:tls";
import type { SmtpOptions } from "./smtpConnection.ts";

/** The TLS options of a connection: the name that the certificate must match, and the trusted certificates. */
export function tlsOptions({ servername: name, host, trustedCertificates }: SmtpOptions): ConnectionOptions {
  const servername = name ?? host;
  return {
    rejectUnauthorized: true,
    // Names only: an address literal has no place in SNI (RFC 6066 section 3).
    ...(isIP(servername) ? {} : { servername }),
    ...(trustedCertificates === undefined ? {} : { ca: trustedCertificates }),
  };
}
