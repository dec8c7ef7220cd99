import { grouped } from "../../../sentences/en/words.ts";
import type { Parts, Wrap } from "../../language.ts";

/** What the reference says around what the document itself says. */
export const reference = {
  title: "API reference",
  lead: "Everything that the workspace does is a call that your programs can make too.",
  contents: "Contents",
  begin: "Begin",
  address: <N>(address: N): Parts<N> => ["The base address of this installation is ", address, "."],
  signIn: "Signing in",
  signInText: <N>({ call, header }: { call: Wrap<N>; header: N }): Parts<N> => [
    call("Sign in"),
    " for a token and send it with each call as ",
    header,
    ". A browser on this site needs no token: its cookie goes by itself, and calls from other sites are refused.",
  ],
  signInHeader: "Authorization: Bearer TOKEN",
  signInKey: <N>({ tab, header }: { tab: Wrap<N>; header: N }): Parts<N> => [
    "A program is better served by a key of its own, which is made in ",
    tab("the API tab"),
    " or by amplify keys, and goes as ",
    header,
    ". It may do what its scopes allow, which each call here names, and can be limited to some collections, accounts and addresses.",
  ],
  keyHeader: "Authorization: Bearer amk_…",
  signInBasic:
    "Names and passwords are not sent with each call (HTTP Basic), but once, with the call that signs in.",
  lists: "Lists",
  listsText:
    "Every list that may grow is paged by cursor: with limit the answer has the first entries as items, and next, which you give back as cursor with the rest of the query unchanged. An entry that stays is listed exactly once, whatever is added or deleted meanwhile. At the end next is null. order, and sort where a list has it, change the order; without any of these a list is answered whole, or by its own pages.",
  listsFields:
    "With fields, names separated by commas, each entry of a list has only these fields. Moments are numbers: milliseconds since 1970, in UTC. With dates=iso each is also given in ISO 8601 beside it: createdAtIso beside createdAt.",
  repeats: "Calling again",
  repeatsText:
    "If you got no answer, repeat the call as it was. So that nothing is done or sent twice, calls that add or send take an Idempotency-Key of your own choice: under the same key a repeated call gets the first one's answer, with the header Idempotency-Replayed. While the first is still being answered it is refused with 409 and Retry-After; another call under the key is refused with 422. What was refused has done nothing, and may be corrected and sent again under its key.",
  repeatsSends:
    "A key is remembered for a day; that of a send as long as its campaign exists, that of transactional mails as long as they are listed. A send without a key that repeats one of the last minute counts as that one.",
  rates: "Limits",
  ratesText: ({ calls, mails }: { calls: number; mails: number }) =>
    `A key has ${grouped(calls)} calls a minute, and so has each person who is signed in. Transactional mails are counted separately: ${grouped(mails)} a minute for all keys of a person. Some calls, such as exports and large bodies, also have a tighter limit of their own.`,
  ratesHeaders: (calls: number) =>
    `Each answer to a key says where it stands: RateLimit-Policy: "key";q=${calls};w=60 is ${calls} calls in 60 seconds, RateLimit: "key";r=${calls - 3};t=59 that ${calls - 3} are left until, in 59 seconds, all are there again. Beyond the limit the answer is 429; wait as many seconds as Retry-After says.`,
  errors: "Errors",
  errorsText:
    "A refusal has a status, a message for people and a code for programs, and may have a more precise reason.",
  status: "Status",
  code: "Code",
  meaning: "What it means, and what to do",
  objects: "Objects",
  objectsText: "What several calls take or answer.",
  needsSession: "Needs a session",
  open: "Open to everybody",
  sendsMail: "May send mail",
  parameters: "Parameters",
  body: "Body",
  answer: (status: string) => `Answer ${status}`,
  example: "Example",
  refusals: "Refusals",
  name: "Name",
  type: "Type",
  rules: "Rules",
  required: "needed",
  inPlaces: { path: "in the path", query: "in the query", header: "header" } as Readonly<
    Record<string, string>
  >,
  tryIt: "Try it",
  tryWhat: (call: string) => `Try it: ${call}`,
  document: <N>(link: Wrap<N>): Parts<N> => [
    "For programs, all of this is ",
    link("one OpenAPI document"),
    ".",
  ],
  client: <N>({ name, command }: { name: N; command: N }): Parts<N> => [
    "For JavaScript and TypeScript there is a typed client, ",
    name,
    ", which ",
    command,
    " makes from Amplify's sources.",
  ],
  noScript: "To search here and to try calls, this page needs scripts. Everything else works without them.",
  one: {
    of: "one of",
    list: (of: string) => `list of ${of}`,
    map: (of: string) => `names with ${of}`,
    any: "anything",
  },
  limits: {
    length: (least: number | undefined, most: number | undefined) => span(least, most, "characters"),
    items: (least: number | undefined, most: number | undefined) => span(least, most, "entries"),
    value: (least: number | undefined, most: number | undefined) => span(least, most, ""),
    orNull: "or null",
  },
};

function span(least: number | undefined, most: number | undefined, what: string): string {
  const unit = what === "" ? "" : ` ${what}`;
  if (least !== undefined && most !== undefined) return `${grouped(least)} to ${grouped(most)}${unit}`;
  if (most !== undefined) return `at most ${grouped(most)}${unit}`;
  return least === undefined ? "" : `at least ${grouped(least)}${unit}`;
}
