import { spfLimits } from "../../../../contract/limits/accounts/domains.ts";
import { reason } from "../../../../contract/reasons.ts";
import type { DomainRecord } from "../../../../contract/schemas/accounts/domain.ts";
import type { Resolver } from "../dns/resolver.ts";
import { organisationOf } from "../records/organisation.ts";
import { readSpf, type SpfFault } from "../records/spf.ts";
import { type Judged, type JudgedAccount, judged, silent } from "./judged.ts";
import type { Signer } from "./signers.ts";

/** Whether the envelope's domain allows whoever carries the mails. */
export async function checkSpf(
  resolver: Resolver,
  { account, signer }: { account: JudgedAccount; signer: Signer },
): Promise<Judged> {
  const { envelopeDomain: domain, host, carrier } = account;
  const address = signer.address ?? (await addressOf(resolver, host));
  const read = await readSpf(resolver, { domain, address });
  const added = mechanismFor({ account, signer });
  const record = (value: string, replaces: boolean): { record: DomainRecord } => ({
    record: { name: domain, type: "TXT", value, replaces },
  });
  switch (read.kind) {
    case "silent":
      return silent("spf", domain);
    case "none": {
      const only = added ?? ((await isMailServerOf(resolver, { domain, host })) ? "mx" : null);
      return only === null
        ? judged("spf", "missing", reason("spf_missing_unsure", { domain, host }))
        : judged("spf", "missing", reason("spf_missing", { domain }), record(`v=spf1 ${only} ~all`, false));
    }
    case "fault":
      return judged("spf", "wrong", faultOf(read.fault, domain));
    case "read": {
      const isNamed = signer.include !== null && read.includes.has(signer.include);
      if (read.isOpen) {
        const closed = read.text.replace(/ \+?all\b/i, " ~all");
        // What sent by being let in with everybody has to be named from now on.
        const value = isNamed || added === null ? closed : withMechanism(closed, added);
        return judged("spf", "wrong", reason("spf_open", { domain }), record(value, true));
      }
      if (isNamed || read.passes === true) return judged("spf", "ok", reason("spf_ok", { domain }));
      const more = added === null ? {} : record(withMechanism(read.text, added), true);
      if (carrier !== "relay")
        return judged("spf", "wrong", reason("spf_lacks", { domain, who: signer.name }), more);
      return judged("spf", "unknown", reason("spf_unsure", { domain, host }), more);
    }
  }
}

async function addressOf(resolver: Resolver, host: string): Promise<string | null> {
  const found = await resolver.ask(host, "A");
  return found.kind === "found" ? (found.records[0]?.address ?? null) : null;
}

/**
 * Whether a domain's mail comes in where an account's goes out, so that "mx" allows it. Without an MX record "mx" allows nobody (RFC 7208
 * section 5.4 leaves out the address that RFC 5321 falls back to).
 */
async function isMailServerOf(
  resolver: Resolver,
  { domain, host }: { domain: string; host: string },
): Promise<boolean> {
  const found = await resolver.ask(domain, "MX");
  return found.kind === "found" && found.records.some((one) => one.host.toLowerCase() === host.toLowerCase());
}

/** What a record would have to name; null where only the relay can say. */
function mechanismFor({ account, signer }: { account: JudgedAccount; signer: Signer }): string | null {
  if (signer.include !== null) return `include:${signer.include}`;
  const isOwn = organisationOf(account.host) === organisationOf(account.envelopeDomain);
  return isOwn ? `a:${account.host}` : null;
}

/** A record with one more part, where it still counts: before the one that fits everybody. */
export function withMechanism(text: string, mechanism: string): string {
  const words = text.split(" ").filter(Boolean);
  const last = words.findIndex((word) => /^([+\-~?]?all|redirect=.*)$/i.test(word));
  words.splice(last < 0 ? words.length : last, 0, mechanism);
  return words.join(" ");
}

function faultOf(fault: SpfFault, domain: string): Judged["cause"] {
  switch (fault.kind) {
    case "several":
      return reason("spf_several", { domain: fault.domain });
    case "broken":
      return reason("spf_broken", { domain: fault.domain, term: fault.term.slice(0, termShown) });
    case "lookups":
      return reason("spf_lookups", { domain, max: spfLimits.lookupsMax });
    case "voids":
      return reason("spf_voids", { domain, max: spfLimits.voidsMax });
    case "empty":
      return reason("spf_empty", { domain, target: fault.domain });
  }
}

const termShown = 80;
