import type { Resolver } from "../dns/resolver.ts";
import { tagsIn } from "./tags.ts";

type DmarcPolicy = {
  text: string;
  /** Where it stands: the domain itself, or its organisation's. */
  at: string;
  policy: "none" | "quarantine" | "reject";
  /** What holds for the domain that was asked for. */
  applied: "none" | "quarantine" | "reject";
  isStrict: { dkim: boolean; spf: boolean };
  percent: number;
  reports: boolean;
};

export type DmarcReading =
  | { kind: "none" }
  | { kind: "silent" }
  | { kind: "several"; at: string }
  | { kind: "broken"; at: string; text: string }
  | { kind: "policy"; policy: DmarcPolicy };

const policies = ["none", "quarantine", "reject"] as const;

/** A domain's policy, or its organisation's (RFC 7489 section 6.6.3). */
export async function readDmarc(
  resolver: Resolver,
  { domain, organisation }: { domain: string; organisation: string },
): Promise<DmarcReading> {
  for (const at of domain === organisation ? [domain] : [domain, organisation]) {
    const found = await resolver.ask(`_dmarc.${at}`, "TXT");
    if (found.kind === "silent") return { kind: "silent" };
    const texts = found.kind === "none" ? [] : found.records.map(({ text }) => text).filter(isDmarc);
    if (texts.length > 1) return { kind: "several", at };
    const [text] = texts;
    if (text !== undefined) return parseDmarc(text, { at, isBelow: at !== domain });
  }
  return { kind: "none" };
}

function isDmarc(text: string): boolean {
  return /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text);
}

/** RFC 7489 section 6.3. Without a policy that is one, a record that asks for reports counts as "none" (section 6.6.3). */
export function parseDmarc(text: string, { at, isBelow }: { at: string; isBelow: boolean }): DmarcReading {
  const tags = tagsIn(text);
  const reports = /(?:^|,)\s*mailto:/i.test(tags?.get("rua") ?? "");
  const named = policyIn(tags?.get("p"));
  if (tags === null || (named === null && !reports)) return { kind: "broken", at, text };
  const policy = named ?? "none";
  const percent = Number(tags.get("pct") ?? 100);
  const isStrict = (tag: string) => tags.get(tag)?.toLowerCase() === "s";
  return {
    kind: "policy",
    policy: {
      text,
      at,
      policy,
      reports,
      applied: (isBelow ? policyIn(tags.get("sp")) : null) ?? policy,
      isStrict: { dkim: isStrict("adkim"), spf: isStrict("aspf") },
      percent: Number.isInteger(percent) && percent >= 0 && percent <= 100 ? percent : 100,
    },
  };
}

function policyIn(text: string | undefined) {
  return policies.find((one) => one === text?.toLowerCase()) ?? null;
}
