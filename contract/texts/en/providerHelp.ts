/** What is to be known of a provider where its account is filled in. */
export const providerHelp = {
  passwordHelp: {
    moved:
      "A stored password is only sent to the server it was entered for: enter it again, if there is one.",
    keepStored: "Leave it empty to keep the stored one.",
    optional: "Leave it empty if the server asks for none.",
    outlook:
      "The mailbox's password, or an app password where multi-factor sign-in is on. It is stored encrypted and never shown again.",
    google:
      "16 letters that Google makes for you once 2-Step Verification is on; your normal password does not work. It is stored encrypted and never shown again.",
  },
  providers: {
    google: "About 500 mails a day, or 2,000 with Google Workspace.",
    outlook:
      "For Microsoft 365 mailboxes whose administrator allows authenticated SMTP; Microsoft switches that off by default at the end of December 2026. Personal Outlook, Hotmail and Live accounts cannot be used: since September 2024 Microsoft takes no passwords from other programs for them.",
    outlookConnects:
      "For Outlook, Hotmail and Live accounts and for Microsoft 365 mailboxes: connect them. A password works only for a Microsoft 365 mailbox whose administrator allows authenticated SMTP, which Microsoft switches off by default at the end of December 2026; personal accounts lost it in September 2024.",
    smtp: "Any mail server that you may send through: your web host's, your own, or a sending service's. Whoever runs it tells you host, port and user name.",
    sandbox: "Delivers nowhere but to the mailbox inside this app. For trying things out.",
  },
  links: {
    outlookAdministrator: "How an administrator allows it",
    createAppPassword: "Create an app password",
    aboutAppPasswords: "About app passwords",
  },
};
