import { domainLimits } from "../../../../contract/limits/accounts/domains.ts";
import { reason } from "../../../../contract/reasons.ts";
import type { DomainRecord } from "../../../../contract/schemas/accounts/domain.ts";
import type { Resolver } from "../dns/resolver.ts";
import { type DkimKey, readDkimKey, rsaBitsMin } from "../records/dkimKey.ts";
import { type Judged, type JudgedAccount, judged, silent } from "./judged.ts";
import type { Signer } from "./signers.ts";

/** A key of ours for a domain, by what the DNS has to show of it. */
export type OwnKey = { isSigning: boolean; record: DomainRecord };

type Asked = { account: JudgedAccount; signer: Signer; own: readonly OwnKey[] };

/** Who signs as the From's domain, and whether receivers can check it. */
export async function checkDkim(resolver: Resolver, { account, signer, own }: Asked): Promise<Judged> {
  const { fromDomain, carrier, host } = account;
  const signing = own.find(({ isSigning }) => isSigning);
  if (signing !== undefined) return checkOwn(resolver, signing.record);
  const names = signer.selectors.map((selector) => `${selector}._domainkey.${fromDomain}`);
  let faulty: Judged | null = null;
  for (const name of names) {
    const found = await keyAt(resolver, name);
    if (found.kind === "silent") return silent("dkim", name);
    if (found.kind === "none") continue;
    const verdict = verdictOn(found.key, name);
    if (verdict.state === "ok") return verdict;
    faulty ??= verdict;
  }
  if (faulty !== null) return faulty;
  const [waiting] = own;
  if (waiting !== undefined) {
    const { record } = waiting;
    return judged("dkim", "missing", reason("dkim_own_waits", { name: record.name }), { record });
  }
  const [name = ""] = names;
  if (carrier === "google")
    return judged("dkim", "missing", reason("dkim_google_off", { name }), pointing(name, "TXT"));
  if (carrier === "microsoft")
    return judged("dkim", "missing", reason("dkim_microsoft_off", { name }), pointing(name, "CNAME"));
  return judged("dkim", "unknown", reason("dkim_unsure", { host }), { by: "relay" });
}

/** Only its provider knows what the record holds. */
function pointing(name: string, type: DomainRecord["type"]): { record: DomainRecord } {
  return { record: { name, type, value: null, replaces: false } };
}

async function checkOwn(resolver: Resolver, record: DomainRecord): Promise<Judged> {
  const { name } = record;
  const shown = await showsKey(resolver, record);
  if (shown === "silent") return silent("dkim", name);
  return shown === "shown"
    ? judged("dkim", "ok", reason("dkim_own", { name }), { by: "amplify" })
    : judged("dkim", "wrong", reason("dkim_own_lost", { name }), { record });
}

/** Whether the DNS shows a key of ours as it is. */
export async function showsKey(
  resolver: Resolver,
  { name, value }: DomainRecord,
): Promise<"shown" | "missing" | "silent"> {
  const found = await keyAt(resolver, name);
  if (found.kind === "silent") return "silent";
  const ours = readDkimKey(value ?? "");
  const isSame =
    found.kind === "key" && found.key.kind === "key" && ours.kind === "key" && found.key.key === ours.key;
  return isSame ? "shown" : "missing";
}

type KeyAt = { kind: "silent" } | { kind: "none" } | { kind: "key"; key: DkimKey };

async function keyAt(resolver: Resolver, name: string): Promise<KeyAt> {
  const found = await resolver.ask(name, "TXT");
  if (found.kind !== "found") return found;
  const keys = found.records.map(({ text }) => readDkimKey(text));
  // What is no key at all may stand beside one; several keys at one name are nobody's rule (RFC 6376 section 3.6.2.2).
  return { kind: "key", key: keys.find(({ kind }) => kind === "key") ?? keys[0] ?? { kind: "broken" } };
}

function verdictOn(key: DkimKey, name: string): Judged {
  if (key.kind === "revoked") return judged("dkim", "wrong", reason("dkim_revoked", { name }));
  if (key.kind === "broken") return judged("dkim", "wrong", reason("dkim_broken", { name }));
  const { bits, isTest, algorithm } = key;
  if (algorithm === "rsa" && bits < rsaBitsMin)
    return judged("dkim", "wrong", reason("dkim_weak", { name, bits }));
  if (isTest) return judged("dkim", "wrong", reason("dkim_testing", { name }));
  if (algorithm === "rsa" && bits < domainLimits.rsaBits)
    return judged("dkim", "ok", reason("dkim_short", { name, bits }));
  return judged("dkim", "ok", reason("dkim_ok", { name }));
}
