/** What the parts say that pages and islands share. */
export const part = {
  close: "Close",
  notLoaded: ({ what, why }: { what: string; why: string }) => `${what} could not be loaded. ${why}`,
  tryAgain: "Try again",
  cancel: "Cancel",
  upgrade: "See the plans and upgrade",
  left: (count: number) => `${count} left`,
  loading: "Loading...",
  messages: "Messages",
  dismiss: "Dismiss",
  bringingBack: "Bringing it back…",
  undo: "Undo",
  email: "E-mail",
  hide: "Hide",
  show: "Show",
  showField: (label: string) => `Show ${label}`,
};
