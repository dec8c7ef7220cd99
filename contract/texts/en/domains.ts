import { amount } from "../../sentences/en/words.ts";
import { momentsIn } from "../../sentences/moments.ts";

/** The domain that an account's mails come from, and the keys that they are signed with. */
export const domains = {
  title: "The domain that its mails come from",
  what: "What the domain has",
  lookedAt: (at: Date) =>
    `Looked at ${momentsIn("en", { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" }).format(at)}`,
  all: ({ count, unknown }: { count: number; unknown: number }) =>
    unknown === 0
      ? amount(count, "check in order", "checks in order")
      : `Nothing is missing; of ${amount(count, "check")} ${unknown} cannot be told`,
  rest: (count: number) => (count === 1 ? "One other check" : `${count} other checks`),
  lookAgain: "Look again",
  lookAgainWhich: (domain: string) => `Look again at ${domain}`,
  lookNow: "Look now",
  lookNowWhich: (domain: string) => `Look now at ${domain}`,
  looking: "Looking…",
  parts: { name: "Name", type: "Type", value: "Value" },
  recordOf: ({ type, name }: { type: string; name: string }) => `${type} record of ${name}`,
  asShown: "as your provider shows it",
  replaces: "It takes the place of the record that is there.",
  copy: "Copy",
  copied: "Copied",
  notCopied: "Select it to copy",
  copyName: (name: string) => `Copy the name ${name}`,
  copyValue: (name: string) => `Copy the value of ${name}`,
  keys: {
    title: "Signing",
    none: "Amplify can sign these mails itself, for a mail server that does not (DKIM).",
    what: "Add both records where the domain's DNS is kept; then the key can be used.",
    make: "Make a key",
    another: "Make another key",
    signs: "signs",
    waits: "does not sign",
    records: "Its records",
    use: "Sign with it",
    stop: "Stop signing",
    remove: "Remove",
    removeWhich: (selector: string) => `Remove the key ${selector}`,
  },
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
  notYetBy: (command: string) => `Nobody has looked at it yet. Look now: ${command}`,
  ofSandbox: "Mails of the sandbox stay in this installation, so there is nothing to check.",
  noKey: (selector: string) => `There is no key ${selector} at this domain.`,
  line: ({ state, kind, why }: { state: string; kind: string; why: string }) =>
    `${state.padEnd(8)} ${kind}: ${why}`,
  record: ({ name, type, value }: { name: string; type: string; value: string | null }) =>
    `         ${name} ${type} ${value ?? "(as your provider shows it)"}`,
  key: ({ selector, signing }: { selector: string; signing: boolean }) =>
    signing ? `Key ${selector} signs` : `Key ${selector} does not sign`,
};
