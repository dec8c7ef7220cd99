/** What is said where states of a template are compared and brought back. */
export const templateVersion = {
  compare: {
    between: "Saved in between",
    betweenTitle: "What was saved in between",
    yours: "Yours, not saved",
    yoursTitle: "Your version",
  },
  history: {
    what: "The history",
    versions: "Versions",
    now: (name: string) => `Now: ${name}`,
    version: (version: number) => `Version ${version}`,
    isNewest: "This is the newest version.",
    newestStays: "The newest one stays in this list.",
    restore: "Restore",
  },
};
