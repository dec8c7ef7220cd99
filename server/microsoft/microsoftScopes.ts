/** Permission to send and nothing else: not to read, list or delete, nor to look whether a mail went out. */
const mailSend = "https://graph.microsoft.com/Mail.Send";

/** Who it is ("profile" gives the account's unchanging id), sending, and going on while nobody is there. */
export const microsoftScopes = `openid email profile offline_access ${mailSend}`;

/** Permission to read over IMAP: of another service than Graph, so its tokens are asked for apart. */
export const imapScope = "https://outlook.office.com/IMAP.AccessAsUser.All";

/** Asked for only once somebody wants a mailbox read. */
export const microsoftReadScopes = `openid email profile offline_access ${imapScope}`;

/** Whether what was allowed is enough to read. */
export function mayRead(scopes: readonly string[]): boolean {
  return scopes.some((scope) => /(?:^|\/)imap\.accessasuser\.all$/i.test(scope));
}

/** Whether what was allowed is enough to send. Microsoft writes a permission with or without its host, in either case. */
export function maySend(scopes: readonly string[]): boolean {
  return scopes.some((scope) => /(?:^|\/)mail\.send$/i.test(scope));
}
