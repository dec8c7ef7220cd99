import { expect, test } from "bun:test";
import { type Language, textsIn } from "../../../contract/texts/language.ts";
import { loadRegistry } from "../../../server/build/loadRegistry.ts";
import { createPublicPages } from "../../../server/http/pages/publicPages.ts";
import { emptyDocument } from "../../support/openApi/emptyDocument.ts";
import { marked } from "../../support/texts/marked.ts";

const facts = {
  supportAddress: "help@in.test",
  publicUrl: "https://in.test",
  statistics: [],
  testimonials: [],
  mailsPasswordLinks: true,
  takesNewcomers: true,
  googleClientId: null,
  unlayerProjectId: null,
  apiDocument: emptyDocument,
  connectsMicrosoft: false,
  hasPlans: true,
};

test("a page that was kept in one language is not what somebody gets who reads another", async () => {
  const second = "xx" as Language;
  let language: Language = "en";
  const pages = createPublicPages({
    assets: [],
    registry: await loadRegistry(),
    facts,
    always: {},
    idHeader: "x-request-id",
    languageOf: () => language,
    textsOf: (asked) => (asked === second ? marked : textsIn("en")),
  });
  const title = async () => {
    const asked = { path: "/terms", status: undefined, id: "1" };
    const answer = await pages.answer(new Request("https://in.test/terms"), asked);
    return /<html lang="(\w+)".*<title>(.*)<\/title>/s.exec((await answer?.text()) ?? "")?.slice(1, 3);
  };
  const first = await title();
  expect(first).toEqual(["en", expect.stringMatching(/^Amplify \| /)]);
  language = second;
  expect(await title()).toEqual(["xx", `⟦${first?.[1]}⟧`]);
  language = "en";
  expect(await title()).toEqual(first);
});
