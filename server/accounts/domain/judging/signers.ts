/** What is known of whoever carries an account's mails. */
export type Signer = {
  name: string;
  /** What an SPF record names to allow it. */
  include: string | null;
  /** One of the addresses that it sends from, for records that name these instead. */
  address: string | null;
  /** The names under which it signs, as far as they are the same for everybody. */
  selectors: readonly string[];
};

export const google: Signer = {
  name: "Google",
  include: "_spf.google.com",
  address: "209.85.220.41",
  selectors: ["google"],
};
export const microsoft: Signer = {
  name: "Microsoft",
  include: "spf.protection.outlook.com",
  address: "40.107.22.52",
  selectors: ["selector1", "selector2"],
};

const services: readonly (Pick<Signer, "include" | "selectors"> & { hosts: RegExp })[] = [
  { hosts: /(^|\.)sendgrid\.net$/, include: "sendgrid.net", selectors: ["s1", "s2"] },
  { hosts: /(^|\.)mailgun\.org$/, include: "mailgun.org", selectors: ["mx", "k1", "smtp"] },
  { hosts: /(^|\.)amazonaws\.com$/, include: "amazonses.com", selectors: [] },
  { hosts: /(^|\.)(brevo|sendinblue)\.com$/, include: "spf.brevo.com", selectors: ["brevo1", "mail"] },
  { hosts: /(^|\.)mailjet\.com$/, include: "spf.mailjet.com", selectors: ["mailjet"] },
  { hosts: /(^|\.)postmarkapp\.com$/, include: "spf.mtasv.net", selectors: ["pm"] },
  {
    hosts: /(^|\.)messagingengine\.com$/,
    include: "spf.messagingengine.com",
    selectors: ["fm1", "fm2", "fm3"],
  },
  { hosts: /(^|\.)zoho\.(com|eu|in)$/, include: "zoho.com", selectors: ["zoho", "zmail"] },
  { hosts: /(^|\.)(gmail|google)\.com$/, include: google.include, selectors: google.selectors },
  { hosts: /(^|\.)office365\.com$/, include: microsoft.include, selectors: microsoft.selectors },
  {
    hosts: /(^|\.)(ionos|1and1|kundenserver|perfora)\.(com|de|co\.uk|fr|es|it|net)$/,
    include: null,
    selectors: ["s1-ionos", "s2-ionos"],
  },
];

/** A mail server that somebody named. */
export function signerAt(host: string): Signer {
  const known = services.find((one) => one.hosts.test(host));
  return { name: host, include: known?.include ?? null, address: null, selectors: known?.selectors ?? [] };
}
