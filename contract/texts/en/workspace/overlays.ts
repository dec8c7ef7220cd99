import { amount, commandKey, grouped } from "../../../sentences/en/words.ts";

/** What opens over the workspace: the person's menu, find or do, the list of keys. */
export const overlays = {
  menu: {
    label: "Your menu",
    workspaceOf: (name: string) => `Workspace of ${name}`,
    plans: { free: "Free plan", premium: "Premium plan", enterprise: "Enterprise plan" },
    leadsOf: ({ count, max }: { count: number; max: number }) => `${grouped(count)} of ${grouped(max)} leads`,
    leads: (count: number) => amount(count, "lead"),
    upgrade: "See the plans and upgrade",
    /** Where there is nothing to upgrade to. */
    comparePlans: "See the plans",
    gettingStarted: "Getting started",
    settings: "Settings",
    sandbox: "Sandbox mailbox",
    keys: "Keyboard help",
    theme: "Theme",
    themes: { light: "Light", dark: "Dark", system: "As the system" },
    links: { contact: "Contact", privacy: "Privacy", terms: "Terms" },
    logout: "Logout",
  },
  finder: {
    title: "Find or do",
    placeholder: "Leads, mails, or what to do",
    groups: {
      actions: "Do",
      tabs: "Go to",
      leads: "Leads",
      campaigns: "Campaigns",
      templates: "Templates",
      folders: "Folders of templates",
      collections: "Collections",
    },
    actions: {
      addLead: "Add a lead",
      importLeads: "Import leads",
      sendEmail: "Send an email",
      sendTest: "Send a test email",
      addCollection: "Add a collection",
      addAccount: "Add a sending account",
      gettingStarted: "Getting started",
      newCampaign: "New campaign",
      settings: "Settings",
      keys: "Keyboard help",
    },
    theme: { light: "Light theme", dark: "Dark theme", system: "Theme as the system has it" },
    unnamed: "Unnamed campaign",
    searching: "Searching…",
    found: (count: number) => amount(count, "result"),
    allLeads: ({ count, search }: { count: number; search: string }) =>
      `Show all ${grouped(count)} with "${search}" in Leads`,
    nothing: (text: string) => `Nothing is called "${text}". Try a part of a name or an address.`,
    failed: "Leads and campaigns could not be searched. Change what you typed to try again.",
    hint: "↑ ↓ to choose, Enter to go, Esc to close",
  },
  keys: {
    title: "Keyboard",
    groups: (isApple: boolean) => [
      {
        title: "Everywhere",
        keys: [
          [`${commandKey(isApple)} K`, "Find anything, or do something"],
          ["/", "Search in the panel that is shown"],
          ["?", "This list"],
          ["Esc", "Close what is open"],
        ],
      },
      {
        title: "Tabs at the side, menus and lists",
        keys: [
          ["↑ ↓", "One on or back"],
          ["Home, End", "The first, the last"],
          ["Enter", "Choose"],
        ],
      },
      {
        title: "Leads",
        keys: [
          ["Enter", "Open the lead"],
          ["E", "Edit it"],
          ["Delete", "Delete it"],
          ["Space", "Select the lead"],
          ["Shift ↑ ↓", "Extend what is selected"],
          [`${commandKey(isApple)} A`, "Select everybody shown"],
        ],
      },
      {
        title: "A mail in Design",
        keys: [
          [`${commandKey(isApple)} S`, "Save"],
          [`${commandKey(isApple)} Z, Shift ${commandKey(isApple)} Z`, "A step back or on"],
          [
            `${commandKey(isApple)} C, ${commandKey(isApple)} V, ${commandKey(isApple)} D`,
            "Copy a block, put it in, double it",
          ],
          [`${commandKey(isApple)} \\`, "Fold away both sides, or bring them back"],
        ],
      },
    ],
    note: "None of them is heard while you type in a field or write a mail.",
    single: (isApple: boolean) => `/ and ? work without ${commandKey(isApple)}`,
    singleHint:
      "Turn this off if you speak to your computer, or press keys by accident. This list stays in your menu.",
  },
};
