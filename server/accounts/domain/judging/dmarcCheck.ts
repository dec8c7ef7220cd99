import { reason } from "../../../../contract/reasons.ts";
import type { DomainRecord } from "../../../../contract/schemas/accounts/domain.ts";
import type { DmarcReading } from "../records/dmarc.ts";
import { areAligned, organisationOf } from "../records/organisation.ts";
import { type Judged, type JudgedAccount, judged, silent } from "./judged.ts";

/** What a domain asks of whoever receives mails in its name. */
export function checkDmarc(read: DmarcReading, { fromDomain, appEmail }: JudgedAccount): Judged {
  const organisation = organisationOf(fromDomain);
  const record = (at: string, replaces: boolean): { record: DomainRecord } => ({
    record: {
      name: `_dmarc.${at}`,
      type: "TXT",
      value: `v=DMARC1; p=none; rua=mailto:${appEmail}`,
      replaces,
    },
  });
  switch (read.kind) {
    case "silent":
      return silent("dmarc", `_dmarc.${fromDomain}`);
    case "none":
      return judged(
        "dmarc",
        "missing",
        reason("dmarc_missing", { domain: organisation }),
        record(organisation, false),
      );
    case "several":
      return judged("dmarc", "wrong", reason("dmarc_several", { at: read.at }));
    case "broken":
      return judged("dmarc", "wrong", reason("dmarc_broken", { at: read.at }), record(read.at, true));
    case "policy": {
      const { applied, at } = read.policy;
      if (applied === "none") return judged("dmarc", "ok", reason("dmarc_watches", { at }));
      return judged("dmarc", "ok", reason("dmarc_ok", { policy: applied, at }));
    }
  }
}

/** Whether SPF or DKIM vouches for the domain that people see (RFC 7489 section 3.1). */
export function checkAlignment(
  account: JudgedAccount,
  { spf, dkim, dmarc }: { spf: Judged; dkim: Judged; dmarc: DmarcReading },
): Judged {
  const { fromDomain: domain, envelopeDomain, carrier } = account;
  const policy = dmarc.kind === "policy" ? dmarc.policy : null;
  const isStrict = policy?.isStrict.spf ?? false;
  const isAligned = areAligned(envelopeDomain, domain, { isStrict });
  const bySpf = !isAligned ? "no" : bySure(spf);
  // Signatures of Google's and Microsoft's own are in names of theirs; a relay may sign under a name that we cannot know.
  const byDkim = dkim.state === "missing" && carrier === "relay" ? "unknown" : bySure(dkim);
  if (bySpf === "yes" && byDkim === "yes")
    return judged("alignment", "ok", reason("aligned_both", { domain }));
  if (bySpf === "yes") return judged("alignment", "ok", reason("aligned_spf", { domain }));
  if (byDkim === "yes") return judged("alignment", "ok", reason("aligned_dkim", { domain }));
  if (bySpf === "no" && byDkim === "no")
    return judged("alignment", "wrong", reason("aligned_not", { domain, policy: policy?.applied ?? null }));
  return judged("alignment", "unknown", reason("aligned_unsure", { domain }));
}

function bySure({ state }: Judged): "yes" | "no" | "unknown" {
  if (state === "ok") return "yes";
  return state === "unknown" ? "unknown" : "no";
}
