import { grouped } from "../../sentences/en/words.ts";

/** Who is left out of a send. */
export const skipped = {
  /** The specification's words for leads that will not be sent to (section 8), and how many more there are of them. */
  optedOut: ({ emails, more }: { emails: readonly string[]; more: number }) =>
    `The following leads have opted out and will not receive the email: ${emails.join(", ")}${more === 0 ? "" : ` and ${grouped(more)} more`}`,
  leftOut: ({ count, why }: { count: number; why: string }) => `${grouped(count)} skipped: ${why}`,
  all: (texts: readonly string[]) => texts.join(". "),
  /** Why a send that would reach nobody is refused. */
  nobody: (texts: readonly string[]) => `Nothing was sent, as nobody is left to send to. ${texts.join(". ")}`,
};
