/** What is said where a server did not answer by itself. */
export const connection = {
  unreached: "The server cannot be reached. Check your connection and that the server runs, then try again.",
  notTrusted: ({ server, why }: { server: string; why: string }) =>
    `The certificate of ${server} is not trusted: ${why}. Nothing was sent to it.`,
  certificates: {
    ownSignature: "it is self-signed",
    unknownAuthority: "its authority is not known here",
    expired: "it has expired",
    notYetValid: "it is not valid yet; look at the clock of this machine too",
    otherName: "it was made for another name",
  },
  /** `server` is null where it is the one that the page came from. */
  proxyTooLarge: (server: string | null) =>
    `The proxy in front of ${server ?? "this server"} refused the size of what was sent. Whoever runs it can raise its limit (nginx: client_max_body_size), or send less at once.`,
  proxyAlone: ({ server, status }: { server: string; status: number }) =>
    `The proxy in front of ${server} answers, but the server behind it does not (${status}). Check that it runs, then try again.`,
};
