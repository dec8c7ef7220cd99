import { amount, grouped } from "../../../sentences/en/words.ts";
import type { Parts } from "../../language.ts";

/** What the Accounts tab says. */
export const account = {
  saidThenGoOn: ({ said, reconnects }: { said: string; reconnects: boolean }) =>
    `${said} Press ${reconnects ? "Reconnect" : "Resume"} to go on.`,
  reconnectWho: (who: string) => `Reconnect ${who}`,
  waitingFor: { google: "Waiting for Google…", microsoft: "Waiting for Microsoft…" },
  reconnect: "Reconnect",
  resumeWho: (who: string) => `Resume ${who}`,
  signingIn: "Signing in…",
  signInSlow:
    "The server takes its time. Some answer only after half a minute; it is waited for up to a minute.",
  resume: "Resume",
  password: "Enter the password",
  passwordOf: (who: string) => `Enter the password of ${who}`,
  testWho: (who: string) => `Test ${who}`,
  test: "Test",
  limits: "Limits",
  limitsOf: (who: string) => `Limits of ${who}`,
  edit: "Edit",
  editWho: (who: string) => `Edit ${who}`,
  delete: "Delete",
  deleteWho: (who: string) => `Delete ${who}`,
  connectedBy: ({
    provider,
    server,
    withPermission,
  }: {
    provider: string;
    server: string | null;
    withPermission: boolean;
  }) =>
    `${provider}${server === null ? "" : `, ${server}`}${withPermission ? ", with permission to send" : ""}`,
  openSandbox: "Open the sandbox mailbox",
  aliasUnused: <N>({ alias, email }: { alias: N; email: string }): Parts<N> => [
    "Its alias says ",
    alias,
    ", which is not ",
    email,
    "'s to use. Mails show what stands above: put the sender right under Edit.",
  ],
  pace: {
    perMinute: (count: number) => `at most ${count} a minute`,
    rampingUp: (count: number) => `ramping up, ${grouped(count)} today`,
    gap: (seconds: number) => `${amount(seconds, "second")} between two mails`,
    connections: (count: number) => `at most ${amount(count, "connection")} at once`,
  },
  sentToday: (count: number) => `${grouped(count)} sent in the last 24 hours, no daily limit`,
  sentOfToday: ({ sent, max }: { sent: number; max: number }) =>
    `${grouped(sent)} of ${grouped(max)} sent in the last 24 hours`,
  form: {
    provider: "Provider",
    email: "Email",
    emailConnected: {
      google: "The address that Google connected. For another one, connect that.",
      outlook: "The address that Microsoft connected. For another one, connect that.",
    },
    password: "Password",
    appPassword: "App password",
    host: "Host",
    port: "Port",
    security: "Security",
    tls: "TLS from the first byte (465)",
    starttls: "STARTTLS (587)",
    noEncryption: "None: only for a relay of your own",
    userName: "User name (optional)",
    userNameHint: "The email address, unless the server wants another one.",
    save: "Save account",
    connect: {
      google: {
        asks: "Google asks you itself, and grants permission to send and nothing else.",
        button: "Connect with Google",
        or: "or with an app password",
      },
      microsoft: {
        asks: "Microsoft asks you itself, and grants permission to send and nothing else. Each mail is kept in your Sent Items too.",
        button: "Connect with Microsoft",
        or: "or with a password",
      },
    },
    providerLocked: "An account keeps its provider. For another one, add another account.",
  },
  /** The fields of the form in a sentence. */
  names: {
    appEmail: "Email",
    host: "Host",
    port: "Port",
    security: "Security",
    user: "User name",
    senderName: "Sender name",
    senderAddress: "Sender address",
    displayName: "Shown as",
  },
  opensInNewTab: " (opens in a new tab)",
  saving: "Saving…",
  limitForm: {
    save: "Save limits",
    perDay: "Mails in 24 hours",
    perMinute: "Mails in a minute",
    gap: "Seconds between two mails",
    gapHint: "With a gap, mails go one at a time.",
    connections: "Connections to the server at once",
    connectionsHint: (usual: number) =>
      `Empty means ${usual}. A server that takes fewer is given fewer. More of them make a server that is far away faster.`,
    ramp: "Ramp-up: mails on the first day",
    smallestDecides: "The smallest limit decides. An empty field means no limit of ours.",
    providersOwn: ({ name, perDay, perMinute }: { name: string; perDay: number; perMinute: number | null }) =>
      `${name} itself allows about ${perDay} a day and ${perMinute} a minute. The smallest limit decides. An empty field means no limit of ours.`,
    rampHint:
      "For a new mailbox: this many on the first day, and as many more each day, up to the daily limit.",
    rampToday: ({ what, perDayNow }: { what: string; perDayNow: number }) =>
      `${what} Today it allows ${perDayNow}.`,
  },
  title: "Accounts",
  yourAccounts: "Your accounts",
  deleted: (email: string) => `${email} is deleted.`,
  askDelete: <N>(account: N): Parts<N> => [
    "Delete ",
    account,
    "? Its campaigns pause where they are. What was sent stays sent and counted.",
  ],
  cancel: "Cancel",
  deleting: "Deleting…",
  empty: {
    text: "Connect the mailbox you send from. The sandbox delivers nowhere but to a mailbox inside this app, so you can try the whole thing first.",
    title: "No accounts yet",
    trySandbox: "Try it with the sandbox",
  },
  sender: {
    name: "Sender name",
    nameHint: "One word, as in Ann. For several, fill in “Shown as” too.",
    address: "Sender address (optional)",
    addressHint: "The email, unless it is another address in its domain.",
    shownAs: "Shown as (optional)",
    shownAsHint: "Several words in place of the sender name, as in Ann Lee from Acme.",
    recipientsSee: <N>(sender: N): Parts<N> => ["Recipients see: ", sender],
    asEntered: "the name and the address that you enter",
  },
  faults: {
    host: "Please enter the server's host",
    senderName: "Please enter a sender name.",
    port: "The port is a number, often 587 or 465",
    appPassword: "Please enter the app password",
    seconds: (max: number) => `Between 0 and ${max} seconds`,
    count: (max: number) => `A whole number from 1 to ${max}, or empty for no limit`,
  },
  states: {
    needsReconnecting: "Needs reconnecting",
    paused: "Paused",
    limitReached: "Limit reached",
    working: "Working",
  },
  usedUp: "Today's mails are used up. More go out as the oldest of them turn 24 hours old.",
  ready: "Ready to send.",
  pausedWithoutReason: "Sending from this account is paused.",
  waitsForReconnecting: (why: string) => `${why} Its campaigns wait until then.`,
  waitsForYou: (why: string) => `${why} Its campaigns wait until you resume it.`,
  goesOnAt: ({ why, clock }: { why: string; clock: string }) => `${why} It goes on by itself ${clock}.`,
  connected: (email: string) => `${email} is connected and may send.`,
  savedAs: ({ email, isNew }: { email: string; isNew: boolean }) =>
    `${email} is ${isNew ? "added" : "saved"}.`,
  dialogs: {
    add: "Add Credential",
    edit: "Edit account",
    limits: "Limits of the account",
    delete: "Delete account",
  },
};
