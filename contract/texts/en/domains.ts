/** The domain that an account's mails come from, and the keys that they are signed with. */
export const domains = {
  kinds: {
    owner: "Domain",
    alignment: "Alignment",
    spf: "SPF",
    dkim: "DKIM",
    dmarc: "DMARC",
    mx: "MX",
    transport: "Encryption",
    unsubscribe: "One-click unsubscribe",
    complaints: "Complaints",
    reverse: "Reverse DNS",
  },
  states: { ok: "ok", missing: "missing", wrong: "wrong", unknown: "unknown" },
  notYet: "Nobody has looked at it yet.",
  noKey: (selector: string) => `There is no key ${selector} at this domain.`,
  line: ({ state, kind, why }: { state: string; kind: string; why: string }) =>
    `${state.padEnd(8)} ${kind}: ${why}`,
  record: ({ name, type, value }: { name: string; type: string; value: string | null }) =>
    `         ${name} ${type} ${value ?? "(as your provider shows it)"}`,
  key: ({ selector, signing }: { selector: string; signing: boolean }) =>
    signing ? `Key ${selector} signs` : `Key ${selector} does not sign`,
};
