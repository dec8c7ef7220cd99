/** What a server offers after EHLO (RFC 5321 section 4.1.1.1), as far as we use it. */
export type Capabilities = {
  pipelining: boolean;
  startTls: boolean;
  smtpUtf8: boolean;
  /** Whether it takes a size, and the largest; 0 for one that it does not say (RFC 1870). */
  size: number | null;
  /** The ways to sign in, in capitals. */
  signIn: ReadonlySet<string> | null;
};

/** Of a server that only knows HELO. Whether it lets anybody sign in it cannot say, so trying tells. */
export const noCapabilities: Capabilities = {
  pipelining: false,
  startTls: false,
  smtpUtf8: false,
  size: null,
  signIn: new Set(),
};

export function capabilitiesIn(ehloReply: string): Capabilities {
  // The first line is its name and a greeting. "AUTH=" is how servers from before RFC 2554 say it.
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
