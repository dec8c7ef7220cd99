import { together } from "../../islands/_parts/together.ts";

/** A description of the API's document, in which names stand between backticks. */
export function CodeWords({ text }: { text: string }) {
  const code = (name: string) => <code>{name}</code>;
  return together(text.split("`").map((part, at) => (at % 2 === 1 ? code(part) : part)));
}
