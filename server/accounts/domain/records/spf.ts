import ipaddr from "ipaddr.js";
import { spfLimits } from "../../../../contract/limits/accounts/domains.ts";
import type { Resolver } from "../dns/resolver.ts";
import { parseSpf, type SpfRecord, type SpfTerm } from "./spfRecord.ts";

export type SpfFault =
  /** Several records at one name (RFC 7208 section 4.5). */
  | { kind: "several"; domain: string }
  /** A term that is none. */
  | { kind: "broken"; domain: string; term: string }
  | { kind: "lookups" }
  | { kind: "voids" }
  /** It includes, or redirects to, a domain without a record (section 5.2). */
  | { kind: "empty"; domain: string };

/** What a domain's SPF record comes to. */
type SpfReading =
  | { kind: "none" }
  | { kind: "silent" }
  | { kind: "fault"; fault: SpfFault; text: string | null }
  | {
      kind: "read";
      text: string;
      /** Of ten that are allowed. */
      lookups: number;
      /** Whatever is included on the way, as far as it counts for a yes. */
      includes: ReadonlySet<string>;
      /** Whether the address asked for may send; null where none was. */
      passes: boolean | null;
      /** "+all": the whole world may send. */
      isOpen: boolean;
    };

class Fault extends Error {
  readonly fault: SpfFault;
  constructor(fault: SpfFault) {
    super(fault.kind);
    this.fault = fault;
  }
}
class Silence extends Error {}

/**
 * Walks a domain's record as RFC 7208 says, with all that it includes, to its end: a receiver stops at the first that fits, but
 * which that is differs from mail to mail. `address` is one that mails come from, where one is known. It asks at most as
 * many questions as the RFC allows.
 */
export async function readSpf(
  resolver: Resolver,
  { domain, address = null }: { domain: string; address?: string | null },
): Promise<SpfReading> {
  let text: string | null = null;
  try {
    const record = await recordAt(resolver, domain);
    if (record === null) return { kind: "none" };
    text = record.text;
    const walk = new Walk(resolver, address);
    const result = await walk.evaluate(domain, record);
    const all = record.terms.find(({ name }) => name === "all");
    return {
      kind: "read",
      text,
      lookups: walk.lookups,
      includes: walk.includes,
      passes: address === null ? null : result === "+",
      isOpen: all?.qualifier === "+",
    };
  } catch (error) {
    if (error instanceof Fault) return { kind: "fault", fault: error.fault, text };
    if (error instanceof Silence) return { kind: "silent" };
    throw error;
  }
}

/** The record at a name; null without one. */
async function recordAt(resolver: Resolver, domain: string): Promise<SpfRecord | null> {
  const found = await resolver.ask(domain, "TXT");
  if (found.kind === "silent") throw new Silence();
  const texts = found.kind === "none" ? [] : found.records.map((one) => one.text).filter(isSpf);
  if (texts.length > 1) throw new Fault({ kind: "several", domain });
  const [text] = texts;
  if (text === undefined) return null;
  const record = parseSpf(text);
  if ("broken" in record) throw new Fault({ kind: "broken", domain, term: record.broken });
  return record;
}

function isSpf(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

type Qualifier = SpfTerm["qualifier"];

class Walk {
  lookups = 0;
  readonly includes = new Set<string>();
  #voids = 0;
  readonly #resolver: Resolver;
  readonly #address: string | null;

  constructor(resolver: Resolver, address: string | null) {
    this.#resolver = resolver;
    this.#address = address;
  }

  /** What the first term that fits says; null where none does. */
  async evaluate(domain: string, { terms, redirect }: SpfRecord): Promise<Qualifier | null> {
    let result: Qualifier | null = null;
    for (const term of terms) {
      const isMatch = await this.#matches(domain, term);
      if (isMatch) result ??= term.qualifier;
    }
    if (redirect === null || terms.some(({ name }) => name === "all")) return result;
    const redirected = await this.#included(redirect);
    return result ?? redirected;
  }

  async #matches(domain: string, term: SpfTerm): Promise<boolean> {
    switch (term.name) {
      case "all":
        return true;
      case "ip4":
      case "ip6":
        return this.#address !== null && isWithin(this.#address, term.target, term.prefix);
      case "include": {
        if (term.qualifier === "+") this.includes.add(term.target.toLowerCase());
        return (await this.#included(term.target)) === "+";
      }
      case "a":
        this.#count();
        return this.#isAmong([term.target || domain], term);
      case "mx":
        this.#count();
        return this.#isAmong(await this.#mailHosts(term.target || domain), term);
      default:
        // "exists" and "ptr" go by who asks, or by what the address is called; neither can be known ahead.
        this.#count();
        return false;
    }
  }

  async #included(target: string): Promise<Qualifier | null> {
    this.#count();
    // A macro stands for what is different with each mail (RFC 7208 section 7).
    if (target.includes("%")) return null;
    const record = await recordAt(this.#resolver, target);
    if (record === null) throw new Fault({ kind: "empty", domain: target });
    return this.evaluate(target, record);
  }

  async #mailHosts(domain: string): Promise<string[]> {
    if (domain.includes("%")) return [];
    const found = await this.#resolver.ask(domain, "MX");
    if (found.kind === "silent") throw new Silence();
    if (found.kind === "none") this.#countVoid();
    return found.kind === "none" ? [] : found.records.slice(0, spfLimits.mxMax).map(({ host }) => host);
  }

  /** Whether the address is one of the hosts'. Without an address nobody is asked for them. */
  async #isAmong(hosts: readonly string[], { prefix, prefix6 }: SpfTerm): Promise<boolean> {
    const address = this.#address;
    if (address === null) return false;
    const isSix = address.includes(":");
    for (const host of hosts) {
      if (host.includes("%")) continue;
      const found = await this.#resolver.ask(host, isSix ? "AAAA" : "A");
      if (found.kind === "silent") throw new Silence();
      if (found.kind === "none") this.#countVoid();
      else if (found.records.some((one) => isWithin(address, one.address, isSix ? prefix6 : prefix)))
        return true;
    }
    return false;
  }

  /** RFC 7208 section 4.6.4. */
  #count(): void {
    this.lookups += 1;
    if (this.lookups > spfLimits.lookupsMax) throw new Fault({ kind: "lookups" });
  }

  #countVoid(): void {
    this.#voids += 1;
    if (this.#voids > spfLimits.voidsMax) throw new Fault({ kind: "voids" });
  }
}

/** Whether an address is in the network of another one; false where either is none, or they are of two kinds. */
function isWithin(address: string, network: string, prefix: number | null): boolean {
  if (!ipaddr.isValid(address) || !ipaddr.isValid(network)) return false;
  const [one, other] = [ipaddr.process(address), ipaddr.process(network)];
  if (one.kind() !== other.kind()) return false;
  return one.match(other as never, prefix ?? (one.kind() === "ipv4" ? 32 : 128));
}
