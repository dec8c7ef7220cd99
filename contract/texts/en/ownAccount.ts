import { amount } from "../../sentences/en/words.ts";
import type { Parts, Wrap } from "../language.ts";

const lists = new Intl.ListFormat("en");

/** What the page of one's own account says. */
export const ownAccount = {
  password: {
    title: "Password",
    about: "A new password signs you out on every other device, and links to a new password stop working.",
    none: <N>(how: N): Parts<N> => ["You sign in with Google, so there is no password here. ", how],
    byMail: <N>(link: Wrap<N>): Parts<N> => ["To have one as well, ", link("let us mail you a link"), "."],
    byAdministrator: "To have one as well, ask whoever runs this installation for a link.",
    required: "Please enter your current password",
    wrong: "This is not your current password",
    changed: "Your password is changed, and other devices are signed out.",
    current: "Current password",
    new: "New password",
    changing: "Changing…",
    change: "Change password",
  },
  counting: {
    title: "Opens and clicks",
    about:
      "Whether they are counted in the mails you send. Each send can say otherwise. In many countries recipients have to agree first.",
    what: "Your choice",
    off: "This installation counts neither opens nor clicks.",
    opens: "Count who opens a mail, by an invisible picture",
    clicks: "Count who follows a link, by links that lead through this installation",
    saved: "Saved",
    whom: "Whose opens and clicks are counted",
    tracks: {
      always: "Everybody who has not declined",
      granted: "Only those whose consent is granted",
      never: "Nobody",
    },
    rule: "It applies to campaigns that begin from now on, and overrides what a send says. Whoever declined is never counted: their mails have neither the picture nor such links, and what they do with mails that they already have leaves no trace.",
  },
  deletion: {
    title: "Delete your account",
    about: "Everything goes at once and for good. Nobody here can bring it back.",
    begin: "Delete my account…",
    ask: "Delete your account?",
    required: "Please confirm that it is you",
    whatStops:
      "Sending stops first; mails that have left cannot be called back. Unsubscribe links in them stop working.",
    sharedStay: (count: number) =>
      `${count === 1 ? "One public template that you shared stays" : `${count} public templates that you shared stay`} for everybody, without your name.`,
    wrongPassword: "This is not your password",
    password: "Your password",
    typeToConfirm: (email: string) => `Type ${email} to confirm`,
    keep: "Keep my account",
    deleting: "Deleting…",
    delete: "Delete everything",
    deletes: "This deletes for good:",
    account: <N>(email: N): Parts<N> => ["your account ", email, " and every session of it"],
  },
  profile: {
    waysToSignIn: ({ hasPassword, hasGoogle }: { hasPassword: boolean; hasGoogle: boolean }) =>
      [...(hasPassword ? ["email and password"] : []), ...(hasGoogle ? ["Google"] : [])].join(" or "),
    title: "You",
    about: "How this installation knows you.",
    name: "Name",
    administrator: "Administrator",
    email: "Email",
    plan: "Plan",
    comparePlans: "compare plans",
    signsInWith: "Signs in with",
    since: "Since",
  },
  sessions: {
    title: "Where you are signed in",
    about: "Only the kind of device is kept, no address. A session ends by itself after 7 days without use.",
    what: "Your sessions",
    thisDevice: "This device",
    signedIn: (when: string) => `Signed in ${when}`,
    lastSeen: (when: string) => `Last seen ${when}`,
    signOut: "Sign out",
    signOutOf: ({ device, when }: { device: string; when: string }) =>
      `Sign out of ${device}, signed in ${when}`,
    signOutEverywhere: "Sign out everywhere",
  },
  keys: {
    title: "Keys of the API",
    about:
      "Your plan has no API, so nothing is answered to these keys. With a plan that has it they work again; a revoked key does not.",
    what: "Your keys",
    endsIn: (lastFour: string) => `ends in ${lastFour}`,
    lastUsed: (when: string) => `Last used ${when}`,
    neverUsed: "Never used",
    revoke: "Revoke",
    revokeWhat: (name: string) => `Revoke: ${name}`,
  },
  webhooks: {
    title: "Webhooks",
    about:
      "Your plan has no API, so nothing is sent to these webhooks. With a plan that has it they are sent to again; a removed webhook is not.",
    what: "Your webhooks",
    remove: "Remove",
    removeWhat: (name: string) => `Remove: ${name}`,
  },
  holdings: {
    leads: (count: number) => amount(count, "lead"),
    collections: (count: number) => amount(count, "collection"),
    templates: (count: number) => amount(count, "template"),
    campaigns: (count: number) => amount(count, "campaign"),
    deliveries: (count: number) => amount(count, "delivery record"),
    accounts: (count: number) => amount(count, "sending account"),
    suppressions: (count: number) =>
      amount(count, "unsubscribed address (as a hash)", "unsubscribed addresses (as hashes)"),
    sandboxMails: (count: number) =>
      amount(count, "mail in the sandbox mailbox", "mails in the sandbox mailbox"),
  },
  what: "Your settings",
  data: {
    title: "Your data",
    about: "One archive with JSON and CSV files of everything kept about you. Passwords are not in it.",
    none: "Nothing is kept about you yet except your profile.",
    held: (held: readonly string[]) => `Besides your profile there are ${lists.format(held)}.`,
    download: "Download everything",
  },
};
