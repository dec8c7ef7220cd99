import { complaintLimits } from "../../../../contract/limits/accounts/domains.ts";
import { reason } from "../../../../contract/reasons.ts";
import type { Resolver } from "../dns/resolver.ts";
import { type Judged, type JudgedAccount, judged, silent } from "./judged.ts";

/**
 * Where replies and returned mails go; a domain may say that it takes none (RFC 7505). Without a record they go to the domain's own address,
 * where it has one (RFC 5321 section 5.1).
 */
export async function checkMx(
  resolver: Resolver,
  { envelopeDomain: domain }: JudgedAccount,
): Promise<Judged> {
  const found = await resolver.ask(domain, "MX");
  if (found.kind === "silent") return silent("mx", domain);
  if (found.kind === "none") {
    const address = await resolver.ask(domain, "A");
    const code = address.kind === "found" ? "mx_implicit" : "mx_missing";
    return judged("mx", "missing", reason(code, { domain }));
  }
  const [first] = found.records.toSorted((one, other) => one.preference - other.preference);
  const host = first?.host ?? "";
  if (host === "" || host === ".") return judged("mx", "wrong", reason("mx_null", { domain }));
  return judged("mx", "ok", reason("mx_ok", { domain, host }));
}

/** How many mails were accepted in 30 days, and how many of them were reported as spam. */
export type Complaints = { accepted: number; complained: number };

/** What Gmail and Yahoo require of bulk senders besides DNS records, each with who is responsible for it. */
export function checkBulkSenderRules(
  { carrier, host, security }: JudgedAccount,
  complaints: Complaints,
): Judged[] {
  const isProvider = carrier !== "relay";
  return [
    isProvider
      ? judged("transport", "ok", reason("transport_provider"), { by: "provider" })
      : judged(
          "transport",
          "ok",
          reason(security === "none" ? "transport_plain" : "transport_tls", { host }),
          {
            by: "relay",
          },
        ),
    judged("unsubscribe", "ok", reason("unsubscribe_done"), { by: "amplify" }),
    checkComplaints(complaints),
    isProvider
      ? judged("reverse", "ok", reason("reverse_provider"), { by: "provider" })
      : judged("reverse", "unknown", reason("reverse_relay", { host }), { by: "relay" }),
  ];
}

function checkComplaints({ accepted, complained }: Complaints): Judged {
  const { mailsMin, goodBelow, badFrom } = complaintLimits;
  if (accepted < mailsMin) {
    const few = reason("complaints_few", { count: complained, mails: accepted });
    return judged("complaints", "unknown", few);
  }
  const share = complained / accepted;
  const percent = Math.round(share * 10_000) / 100;
  if (share < goodBelow) return judged("complaints", "ok", reason("complaints_good", { percent }));
  const code = share < badFrom ? "complaints_high" : "complaints_bad";
  return judged("complaints", "wrong", reason(code, { percent }));
}
