/** What the parts say that pages and islands share. */
export const part = {
  close: "Close",
  notLoaded: ({ what, why }: { what: string; why: string }) => `${what} could not be loaded. ${why}`,
  tryAgain: "Try again",
  /** A part of the page whose code is fetched when it is first shown. */
  notFetched: {
    title: "Not loaded",
    why: "This part of the page could not be loaded. The server cannot be reached, or is newer than the page.",
    again: "Try again",
    reload: "Load the page again",
  },
  cancel: "Cancel",
  upgrade: "See the plans and upgrade",
  left: (count: number) => `${count} left`,
  loading: "Loading...",
  messages: "Messages",
  dismiss: "Dismiss",
  bringingBack: "Bringing it back…",
  undo: "Undo",
  email: "Email",
  hide: "Hide",
  show: "Show",
  /** The field and its unit, where each is a control. */
  unitOf: (label: string) => `${label}: unit`,
  dates: {
    open: {
      date: "Choose a day",
      "datetime-local": "Choose a day and a time",
      time: "Choose a time",
    },
    yearBefore: "The year before",
    monthBefore: "The month before",
    monthAfter: "The month after",
    yearAfter: "The year after",
    today: "Today",
    times: "Times",
  },
  showField: (label: string) => `Show ${label}`,
};
