import { expect, test } from "bun:test";
import { findAudience } from "../../../cli/find/findAudience.ts";
import type { Client } from "../../../contract/client.ts";
import { textsIn } from "../../../contract/texts/language.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";

test("a collection is found by any name that looks like its own, and by its own where several do", async () => {
  const names = ["spring zoé", "once  here", "once here"];
  const client = (async () =>
    names.map((name, at) => ({ _id: `id${at}`, name, count: at }))) as unknown as Client;
  const found = async (name: string) =>
    (await findAudience(client, name, textsIn("en")(outputTexts))).collection;
  expect(await found("Spring  Zoe\u0301")).toBe("spring zoé");
  expect(await found("sp\u200bring\u00a0zoé")).toBe("spring zoé");
  expect(await found("Once  here")).toBe("once  here");
  expect(await found("once   here")).toBe("once here");
});
