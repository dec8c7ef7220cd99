/** What `amplify keys`, and `amplify login` by a browser, say. */
export const keys = {
  none: (add: string) => `There is no key yet. Make one: ${add}`,
  columns: { name: "NAME", ends: "ENDS IN", may: "MAY", used: "LAST USED", expires: "EXPIRES", id: "ID" },
  never: "never",
  expired: "expired",
  restricted: (scopes: string) => `${scopes} (restricted)`,
  made: (name: string) =>
    `${name} is created. Copy it now, it cannot be shown again; AMPLIFY_TOKEN takes it.`,
  askRevoke: (name: string) => `Revoke ${name}?`,
  addYes: "Nobody can be asked here: add --yes.",
  revoked: (name: string) => `${name} is revoked.`,
  unknown: (which: string) => `No key is called ${which}.`,
  several: (which: string) => `Several keys are called ${which}. Name one by its id.`,
  scopeUnknown: (scope: string) => `${scope} is not a scope: choose read, write or send.`,
  browser: {
    keyName: (host: string) => `amplify on ${host}`,
    open: (address: string) => `Open this address in a browser where you are signed in: ${address}`,
    compare: ({ code, minutes }: { code: string; minutes: number }) =>
      `Enter the code ${code} there, or check that it is the one shown. It is good for ${minutes} minutes.`,
    opened: "Your browser should be showing it.",
    password: (command: string) => `With a password instead: ${command}`,
    stays: "The key stays until it is revoked: under API in the browser, or with amplify keys revoke.",
  },
};
