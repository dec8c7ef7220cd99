/** What each kind of sending account is called. */
export const providers = {
  google: "Google",
  outlook: "Outlook",
  smtp: "SMTP server",
  sandbox: "Sandbox",
};
