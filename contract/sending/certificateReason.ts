import { type Reason, reason } from "../reasons.ts";
import { certificateFault } from "./certificateFaults.ts";

/** How the certificate of a server was refused: the code that Bun and Node give it, and what they say. */
type CertificateError = { code: string; message: string };

/** Why the certificate of the server at `place` (host and port) was refused, by what is wrong with it where that is known. */
export function certificateReason(place: string, { code, message }: CertificateError): Reason {
  const fault = certificateFault({ code });
  return fault === undefined
    ? reason("not_trusted", { place, detail: message })
    : reason("certificate_refused", { place, fault, names: namesIn(message) });
}

/** The first names that a certificate was made for, as Bun and Node list them; null where they do not. */
function namesIn(message: string): string | null {
  const names = Array.from(message.matchAll(/\bDNS:([^\s,]+)/g), ([, name = ""]) => name);
  return names.length === 0 ? null : names.slice(0, namesMax).join(", ");
}

const namesMax = 3;
