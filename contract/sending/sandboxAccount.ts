/** The account with which everything can be tried without a mailbox, as it is offered to whoever has none. */
export const sandboxAccount = {
  provider: "sandbox",
  appEmail: "you@sandbox.example",
  alias: "Sandbox <you@sandbox.example>",
} as const;
