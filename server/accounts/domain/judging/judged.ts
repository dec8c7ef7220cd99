import type { DomainReasonCode } from "../../../../contract/reasons/domains.ts";
import { type Reason, reason } from "../../../../contract/reasons.ts";
import type {
  DomainCheck,
  DomainCheckKind,
  DomainCheckState,
  DomainRecord,
} from "../../../../contract/schemas/accounts/domain.ts";
import type { Security } from "../../../../contract/sending/providers.ts";

/** A check as it is kept: its sentence is made where it is told. */
export type Judged = Omit<DomainCheck, "reason" | "cause"> & { cause: Reason<DomainReasonCode> };

/** What of an account decides who vouches for its mails. */
export type JudgedAccount = {
  carrier: "google" | "microsoft" | "relay";
  /** The relay's name; the provider's without one. */
  host: string;
  security: Security;
  /** Where mails come from as people see it, and as servers say it (RFC 5321 section 4.1.1.2). */
  fromDomain: string;
  envelopeDomain: string;
  /** Where reports may go. */
  appEmail: string;
};

type Told = { by?: Judged["by"]; record?: DomainRecord | null };

export function judged(
  kind: DomainCheckKind,
  state: DomainCheckState,
  cause: Judged["cause"],
  { by = "you", record = null }: Told = {},
): Judged {
  return { kind, state, by, cause, record };
}

/** What nobody answered is not known, which is another thing than that it is not there. */
export function silent(kind: DomainCheckKind, name: string): Judged {
  return judged(kind, "unknown", reason("dns_silent", { name }));
}
