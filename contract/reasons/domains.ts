import type { ReasonsOf, RefusalsOf, Shapes } from "./shapes.ts";

/** What calls about the keys of a domain may be refused for. */
export const domainRefusedAs = {
  domain_key_unknown: "not_found",
  domain_keys_too_many: "conflict",
  domain_key_unseen: "conflict",
  domain_key_silent: "unavailable",
  domain_signed_elsewhere: "conflict",
} as const;

const refusals = {
  domain_keys_too_many: { max: "number" },
  domain_key_unseen: { name: "text" },
  domain_key_silent: { name: "text" },
} as const satisfies Shapes;
export type DomainRefusals = RefusalsOf<typeof domainRefusedAs, typeof refusals>;

const host = { host: "text" } as const;
const domain = { domain: "text" } as const;
const name = { name: "text" } as const;

/** What was found at a sending domain. */
const checks = {
  domain_of_provider: { domain: "text", owner: "text" },
  domain_of_other: { domain: "text", owner: "text", host: "text" },
  domain_not_public: domain,

  aligned_both: domain,
  aligned_spf: domain,
  aligned_dkim: domain,
  /** `policy` is what the domain's DMARC asks for; null without one. */
  aligned_not: { domain: "text", policy: "text?" },
  aligned_unsure: domain,

  spf_ok: domain,
  spf_open: domain,
  spf_missing: domain,
  spf_missing_unsure: { domain: "text", host: "text" },
  spf_several: domain,
  spf_broken: { domain: "text", term: "text" },
  spf_lookups: { domain: "text", max: "number" },
  spf_voids: { domain: "text", max: "number" },
  spf_empty: { domain: "text", target: "text" },
  spf_lacks: { domain: "text", who: "text" },
  spf_unsure: { domain: "text", host: "text" },

  dkim_ok: name,
  dkim_short: { name: "text", bits: "number" },
  dkim_weak: { name: "text", bits: "number" },
  dkim_testing: name,
  dkim_revoked: name,
  dkim_broken: name,
  dkim_google_off: name,
  dkim_microsoft_off: name,
  dkim_unsure: host,
  dkim_own: name,
  dkim_own_waits: name,
  dkim_own_lost: name,

  dmarc_ok: { policy: "text", at: "text" },
  dmarc_watches: { at: "text" },
  dmarc_missing: domain,
  dmarc_several: { at: "text" },
  dmarc_broken: { at: "text" },

  mx_ok: { domain: "text", host: "text" },
  mx_missing: domain,
  mx_implicit: domain,
  mx_null: domain,

  transport_provider: {},
  transport_tls: host,
  transport_plain: host,
  unsubscribe_done: {},
  complaints_few: { count: "number", mails: "number" },
  complaints_good: { percent: "number" },
  complaints_high: { percent: "number" },
  complaints_bad: { percent: "number" },
  reverse_provider: {},
  reverse_relay: host,

  dns_silent: name,
  dns_off: {},
} as const satisfies Shapes;

export const domainShapes = { ...refusals, ...checks } as const satisfies Shapes;
export type DomainReasons = ReasonsOf<typeof checks>;
export type DomainReasonCode = keyof typeof checks;
