/** What stands around every page. */
export const site = {
  socialPicture: "Amplify: easy email campaigns, honestly counted. Rising bars, one for each message.",
  signUp: "Sign up",
  login: "Login",
  app: "App",
  footer: {
    motto: "Email campaigns, honestly counted.",
    about: "About this site",
    product: "Product",
    account: "Account",
    people: "People and rules",
    overview: "Overview",
    reference: "API",
    contact: "Contact",
    privacy: "Privacy",
    terms: "Terms",
  },
  main: "Main",
  pricing: "Pricing",
  logout: "Logout",
  /** The header of the workspace. */
  workspace: {
    find: "Find or do",
    findKeys: "Ctrl K",
    /** As ARIA writes them. */
    findShortcuts: "Control+K Meta+K",
    person: (name: string) => (name === "" ? "Your menu" : `${name}: your menu`),
  },
  /** What opens out of the workspace, beside its tabs. */
  beside: { settings: "Settings", sandbox: "Sandbox mailbox" },
  skip: "Skip to content",
  theme: {
    dark: "Switch to dark theme",
    light: "Switch to light theme",
  },
};
