/** The capabilities that a server lists in its reply to EHLO (RFC 5321 section 4.1.1.1), as far as they are used here. */
export type Capabilities = {
  pipelining: boolean;
  startTls: boolean;
  smtpUtf8: boolean;
  /** The largest message in bytes, 0 if the server names none; null if it does not support SIZE (RFC 1870). */
  size: number | null;
  /** The mechanisms for signing in, in upper case; null if the server does not offer AUTH. */
  signIn: ReadonlySet<string> | null;
};

/** For a server that supports only HELO. It cannot say whether it supports signing in, so that is tried. */
export const noCapabilities: Capabilities = {
  pipelining: false,
  startTls: false,
  smtpUtf8: false,
  size: null,
  signIn: new Set(),
};

export function capabilitiesIn(ehloReply: string): Capabilities {
  // The first line is the server's name and a greeting. Servers older than RFC 2554 write "AUTH=".
  const lines = ehloReply.split("\n").slice(1);
  const words = lines.map((line) =>
    line
      .slice(4)
      .trim()
      .toUpperCase()
      .split(/[\s=]+/),
  );
  const of = (keyword: string) => words.filter(([first]) => first === keyword);
  const size = of("SIZE")[0];
  const signIn = of("AUTH");
  return {
    pipelining: of("PIPELINING").length > 0,
    startTls: of("STARTTLS").length > 0,
    smtpUtf8: of("SMTPUTF8").length > 0,
    size: size === undefined ? null : Number(/^\d+$/.exec(size[1] ?? "")?.[0] ?? 0),
    signIn: signIn.length === 0 ? null : new Set(signIn.flatMap((line) => line.slice(1))),
  };
}
