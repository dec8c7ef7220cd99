import { amount } from "../../../sentences/en/words.ts";

/** How whoever runs the installation sets Google's and Microsoft's clients up, and what a look at them finds. */
export const setup = {
  title: "Set up Google and Microsoft",
  lead: "With clients of your own, people connect their mailboxes without a password, and sign in with Google. Each takes about ten minutes.",
  names: { google: "Google", microsoft: "Microsoft" },
  check: "Check the settings now",
  checkAbout:
    "Amplify asks Google and Microsoft whether they know these clients. It asks for no permission, and no mail is sent.",
  found: "What was found",
  states: { ok: "Right", look: "Look", wrong: "Wrong" },
  nothingSet: "Neither client is set up yet, so there is nothing to check.",
  tooOften: "These checks were asked for too often. Please wait some minutes.",
  settings: "Settings",
  isSet: (isSet: boolean) => (isSet ? "set" : "not set"),
  address: "Redirect address, to be copied as it is",
  copy: "Copy",
  copied: "Copied",
  notCopied: "Select it to copy",
  permissions: "Permissions",
  uses: {
    identity: "to know which account it is",
    send: "to send, and nothing else",
    offline: "to go on while nobody is there",
    read: "to read answers and bounces. Only where reading is wanted: without it, leave it out",
  },
  steps: "Steps",
  goodToKnow: "Good to know",
  google: {
    steps: [
      "In the Google Cloud console, make a project and switch on the Gmail API.",
      "Under Google Auth Platform, say what the app is called and who is responsible for it. Choose Internal if all accounts belong to your own Google Workspace, otherwise External.",
      "Under Data access, add the permissions below.",
      "Under Clients, make an OAuth client of the type Web application, with the redirect address above.",
      "Start Amplify with GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and PUBLIC_URL, and come back to check them.",
    ],
    notes: [
      "While the publishing status is Testing, only the test users that you list can connect, and Google ends every connection after seven days. Publish the app to end that.",
      "gmail.send is a sensitive permission: Google verifies an app that others use. https://mail.google.com/ is a restricted one, which takes a yearly security assessment besides. An Internal app needs neither.",
      "Until Google has verified it, people see a warning first, and a hundred of them at most can connect.",
      "The secret has no end, but is shown once. A new one can stand beside it while you change over.",
    ],
  },
  microsoft: {
    steps: [
      "In the Microsoft Entra admin centre, under App registrations, make a registration. Accounts in any organizational directory and personal Microsoft accounts fits MICROSOFT_TENANT=common.",
      "Under Authentication, add the platform Web, with the redirect address above.",
      "Under API permissions, add the delegated permissions of Microsoft Graph below. Reading is one of Office 365 Exchange Online.",
      "Under Certificates & secrets, make a client secret and copy its Value. Its Secret ID is something else.",
      "Start Amplify with MICROSOFT_CLIENT_ID (the application ID), MICROSOFT_CLIENT_SECRET, MICROSOFT_TENANT and PUBLIC_URL, and come back to check them.",
    ],
    notes: [
      "The secret expires on the day shown beside it, after two years at most: put the next one in place before then. From then on accounts wait and lose no mail.",
      "MICROSOFT_TENANT says who can connect: common everybody, organizations people of any organisation, consumers personal accounts, and an organisation's tenant ID its own people alone.",
      "Many organisations let only an administrator allow a new app. For some of them a verified publisher is enough.",
    ],
  },
  tenant: (tenant: string) => `MICROSOFT_TENANT is ${tenant}.`,
  forAdministrators: {
    title: "This page is for administrators",
    text: "It shows how the installation is set up. Whoever runs it can open it.",
    back: "Back to your workspace",
  },
  checks: {
    missingHalf: (name: string) =>
      `${name} is missing, and without it the other half of that client does nothing`,
    registered: ({ name, redirectUri, scopes }: Client & { scopes: readonly string[] }) =>
      `${name}: the client there needs the redirect address ${redirectUri} and the permissions ${scopes.join(" ")}`,
    onlyHere: ({ name, address, isGiven }: { name: string; address: string; isGiven: boolean }) =>
      `${name} takes ${address}, and only a browser on this very machine reaches it${isGiven ? "" : ". PUBLIC_URL is not set: it names where people reach this installation"}`,
    notHttps: ({ name, address }: { name: string; address: string }) =>
      `${name} does not take ${address}: an address has to be https, except on localhost. PUBLIC_URL names this installation's`,
    noPublicName: ({ name, address }: { name: string; address: string }) =>
      `${name} does not take ${address}: it requires a public name, not a number or a name inside your own network`,
    googleIdShape: "GOOGLE_CLIENT_ID is not one of Google's: those end with .apps.googleusercontent.com",
    microsoftIdShape:
      "MICROSOFT_CLIENT_ID is not one of Microsoft's: it is the application (client) ID, 32 digits and letters in five groups",
    secretIsId:
      "MICROSOFT_CLIENT_SECRET looks like a secret's ID. What is needed is its Value, which Microsoft shows once",
    unreached: ({ name, detail }: { name: string; detail: string }) =>
      `${name} could not be reached from here (${detail}): this machine has to reach it by https`,
    secretRight: (name: string) => `${name} knows the client, and its secret is right`,
    secretWrong: ({ name, said, isValue }: { name: string; said: string; isValue: boolean }) =>
      `${name} refuses the client ID or its secret${isValue ? ". Is it the secret's Value, and not its ID?" : ""}: copy both again. It said: ${said}`,
    secretEnded: "Microsoft says that the secret has ended: make a new one under Certificates & secrets",
    secretUnknown: ({ name, said }: { name: string; said: string }) =>
      `Whether the secret is right cannot be told from here: ${name} did not say. Connect an account to see${said === "" ? "" : `. It said: ${said}`}`,
    noClient: ({ name, said }: { name: string; said: string }) =>
      `${name} does not know this client: was it deleted, or is its ID another project's?${said === "" ? "" : ` It said: ${said}`}`,
    noTenant: (tenant: string) =>
      `Microsoft knows no tenant ${tenant}: MICROSOFT_TENANT is common, organizations, consumers or an organisation's tenant ID`,
    isRegistered: ({ name, redirectUri }: Client) => `${name} sends people back to ${redirectUri}`,
    notRegistered: ({ name, redirectUri }: Client) =>
      `${name} does not send people back to ${redirectUri}: add it at the client there, letter for letter`,
    addressUnknown: ({ name, redirectUri }: Client) =>
      `Whether ${redirectUri} is registered cannot be told from here: ${name} did not say. Connect an account to see`,
    clock: ({ name, seconds, isAhead }: { name: string; seconds: number; isAhead: boolean }) =>
      `This machine's clock is ${amount(seconds, "second")} ${isAhead ? "ahead of" : "behind"} that of ${name}: what is signed there is not trusted here. Set the clock`,
  },
};

type Client = { name: string; redirectUri: string };
