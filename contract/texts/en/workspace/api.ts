import { grouped } from "../../../sentences/en/words.ts";
import type { Parts, Wrap } from "../../language.ts";

/** What the API tab says. */
export const api = {
  title: "API",
  parts: "Parts of the API tab",
  sections: { overview: "Overview" },
  reference: "Reference",
  overview: "The overview",
  base: <N>({ baseUrl, reference }: { baseUrl: N; reference: Wrap<N> }): Parts<N> => [
    "Everything in this workspace is also a call. The base address is ",
    baseUrl,
    ", and ",
    reference("the reference"),
    " describes every call.",
  ],
  begin: "Begin in",
  bounds: ({ calls, leads }: { calls: number; leads: number }) =>
    `At most ${grouped(calls)} calls a minute and ${grouped(leads)} leads in one bulk call. A call that comes too soon is answered with 429 and Retry-After.`,
  document: <N>(link: Wrap<N>): Parts<N> => [
    "For programs that generate clients or tests from it: ",
    link("the OpenAPI document"),
    ".",
  ],
  usage: {
    title: "Calls of your keys",
    what: "How much your keys have called",
    none: "No key was used in the last 30 days.",
    kinds: { done: "Answered", refused: "Refused", failed: "Failed" },
    /** What each of them means, for who does not know the words. */
    meanings: {
      done: "answered with what was asked for",
      refused: "answered 4xx: not allowed, not understood, or too fast",
      failed: "answered 5xx: the server could not",
    },
    plot: ({ kind, count, most, day }: { kind: string; count: number; most: number; day: string }) =>
      count === 0
        ? `${kind}: none in 30 days`
        : `${kind}: ${grouped(count)} in 30 days, most on ${day} with ${grouped(most)}`,
    count: (count: number) => grouped(count),
    whatCounts: "The last 30 days, in UTC. People's own calls are not included.",
    byKey: "Calls in the last 30 days, by key",
    byDay: "Calls in the last 30 days, by day",
    key: "Key",
    gone: "A key that is gone",
    day: "Day",
    showTable: "Show the days as a table",
    hideTable: "Hide the days",
  },
  copyWhat: (title: string) => `Copy: ${title}`,
  copied: "Copied",
  notCopied: "Select it to copy",
  copy: "Copy",
  without: {
    title: "The API comes with a larger plan",
    lead: (plan: string) => `With ${plan} and above, programs of yours can do all that you do here:`,
    gives: [
      "Keep leads the same as in your shop or your CRM, a call for each or thousands in one.",
      "Send campaigns and follow every mail, with a key so that nothing is sent twice.",
      "Try everything on a sandbox account, without mailing anybody.",
    ],
    look: <N>(link: Wrap<N>): Parts<N> => [
      "You can read ",
      link("the whole reference"),
      " before you decide.",
    ],
    plans: "Compare plans",
  },
};
