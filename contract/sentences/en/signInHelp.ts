/** What to do about a sign-in that was refused, by what is known of the server. */
export const signInHelp = {
  google:
    "Google refused this sign-in. Turn on 2-Step Verification, create an app password in your Google account under Security, and paste its 16 letters here; the normal password does not work.",
  outlook:
    "Microsoft refused this sign-in. Check the address and the password. Where multi-factor sign-in is on, the mailbox needs an app password, and its administrator has to allow authenticated SMTP for it.",
  outlook_smtp_off:
    "Authenticated SMTP is switched off for this mailbox. A Microsoft 365 administrator turns it on under Users, Active users, the mailbox, Mail, Manage email apps. Then try again.",
  outlook_security_defaults:
    "Your organisation's security defaults forbid signing in with a password. A Microsoft 365 administrator has to allow it for this mailbox, or you send from another account.",
  outlook_no_passwords:
    "Microsoft no longer takes a password from other programs for this mailbox. Personal Outlook, Hotmail and Live accounts lost that in September 2024: connect yours with Microsoft where that is offered here, or use a Google account or an SMTP server instead. For a Microsoft 365 mailbox, ask its administrator to allow authenticated SMTP.",
  smtp: "The server refused this user name or password. Check both with whoever runs the server.",
  sandbox: "The sandbox never refuses a sign-in.",
} as const;
