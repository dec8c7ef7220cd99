/** What a test may have the server do in place of an answer, before a command is looked at. */
export type InPlace =
  | "drop"
  | "silence"
  | "flood"
  | { say: string }
  | { raw: string }
  | { bye: string }
  | null;

export type ImapScript = {
  /** `line` is the command as it came, without its tag. */
  instead: (line: string, session: number) => InPlace;
  signIn: (user: string, secret: string) => string | null;
  greeting: string;
  capabilities: string[];
};
