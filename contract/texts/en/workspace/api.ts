import { grouped } from "../../../sentences/en/words.ts";
import type { Parts, Wrap } from "../../language.ts";

/** What the API tab says. */
export const api = {
  title: "API",
  overview: "The overview",
  base: <N>({ baseUrl, document }: { baseUrl: N; document: Wrap<N> }): Parts<N> => [
    "Everything in this workspace is also a call. The base address is ",
    baseUrl,
    ", and ",
    document("the OpenAPI document"),
    " describes every call.",
  ],
  bounds: ({ calls, leads }: { calls: number; leads: number }) =>
    `At most ${grouped(calls)} calls a minute and ${grouped(leads)} leads in one bulk call. A call that comes too fast is answered 429 with Retry-After.`,
  copyWhat: (title: string) => `Copy: ${title}`,
  copied: "Copied",
  copy: "Copy",
  examples: {
    signIn: "Sign in for a token",
    listLeads: "List your leads",
    send: "Send to a collection",
  },
};
