import { reason } from "../../../../contract/reasons.ts";
import { isPublicAddress } from "../../../sending/senders/hostGuard.ts";
import type { RecordType } from "../dns/message.ts";
import type { Found, Resolver } from "../dns/resolver.ts";
import { readDmarc } from "../records/dmarc.ts";
import { isPublicName, organisationOf } from "../records/organisation.ts";
import { checkDkim, type OwnKey } from "./dkimCheck.ts";
import { checkAlignment, checkDmarc } from "./dmarcCheck.ts";
import { type Judged, type JudgedAccount, judged } from "./judged.ts";
import { isOwnersServer, mailboxOwner } from "./mailboxProviders.ts";
import { type Complaints, checkBulkSenderRules, checkMx } from "./otherChecks.ts";
import { google, microsoft, signerAt } from "./signers.ts";
import { checkSpf } from "./spfCheck.ts";

type Judging = {
  account: JudgedAccount;
  own: readonly OwnKey[];
  complaints: Complaints;
  /** Whether names and addresses of one's own network may be asked for. */
  privateHosts: boolean;
};

/** All that can be known from outside about the domain that an account's mails come from. */
export async function judgeDomain(
  resolver: Resolver,
  { account, own, complaints, privateHosts }: Judging,
): Promise<Judged[]> {
  const { fromDomain: domain, host, carrier } = account;
  const bulkRules = checkBulkSenderRules(account, complaints);
  const owner = mailboxOwner(domain);
  if (owner !== null) {
    const isTheirs = carrier === "relay" ? isOwnersServer(domain, host) : owner.toLowerCase() === carrier;
    if (isTheirs)
      return [
        judged("owner", "ok", reason("domain_of_provider", { domain, owner }), { by: "provider" }),
        ...bulkRules,
      ];
    const notTheirs = judged("owner", "wrong", reason("domain_of_other", { domain, owner, host }));
    return [
      notTheirs,
      judged("alignment", "wrong", reason("aligned_not", { domain, policy: null })),
      ...bulkRules,
    ];
  }
  if (!privateHosts && !isPublicName(domain))
    return [judged("owner", "wrong", reason("domain_not_public", { domain })), ...bulkRules];
  const asking = privateHosts ? resolver : onlyPublic(resolver);
  const signer = carrier === "google" ? google : carrier === "microsoft" ? microsoft : signerAt(host);
  const [spf, dkim, dmarc, mx] = await Promise.all([
    checkSpf(asking, { account, signer }),
    checkDkim(asking, { account, signer, own }),
    readDmarc(asking, { domain, organisation: organisationOf(domain) }),
    checkMx(asking, account),
  ]);
  return [
    checkAlignment(account, { spf, dkim, dmarc }),
    spf,
    dkim,
    checkDmarc(dmarc, account),
    mx,
    ...bulkRules,
  ];
}

/**
 * The DNS that this machine asks may know more than the world's: names and addresses of the network that it stands in. Strangers
 * choose what is asked here, and hear what came of it, so these are not asked for, and count as nothing.
 */
function onlyPublic(resolver: Resolver): Resolver {
  return {
    async ask<T extends RecordType>(name: string, type: T): Promise<Found<T>> {
      if (!isPublicName(name)) return { kind: "none" };
      const found = await resolver.ask(name, type);
      if (found.kind !== "found") return found;
      const records = found.records.filter((one) => !("address" in one) || isPublicAddress(one.address));
      return records.length === 0 ? { kind: "none" } : { kind: "found", records };
    },
  };
}
