/** What stands around the tabs of the workspace. */
export const shell = {
  connection: {
    unreached: "Your sign-in could not be checked: the server does not answer. Trying again…",
    never: "Not connected: there are no live figures. Reconnecting…",
    lostAt: (clock: string) => `Not connected: these figures are from ${clock}. Reconnecting…`,
  },
  workspace: "Workspace",
  sidebar: {
    open: "Open the sidebar",
    minimal: "Make the sidebar minimal",
  },
  authenticating: "Authenticating...",
  loading: "Loading...",
  pageTitle: (tab: string) => `Amplify | ${tab}`,
  tabs: {
    leads: "Leads",
    design: "Design",
    accounts: "Accounts",
    campaigns: "Campaigns",
    api: "API",
  },
};
