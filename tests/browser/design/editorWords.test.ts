import { expect, test } from "bun:test";
import type { Design } from "../../../mail/design/design.ts";
import {
  blocks,
  designOf,
  openDesign,
  openTemplate,
  servesDesignTab,
  withTemplate,
} from "../../support/browser/designTab.ts";

servesDesignTab();

test("the mail's words are in the mail's language, and what the editor says around them is in the page's", async () => {
  const { body } = designOf({ id: "t", type: "text", values: { text: "<p>こんにちは</p>" } }) as Design;
  const template = await withTemplate({ body: { ...body, values: { ...body.values, _lang: "ja" } } });
  const { page } = await openDesign();
  await openTemplate(page, template);
  const languageOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.closest("[lang]")?.getAttribute("lang") ?? "the page's");
  expect(await languageOf(".block p")).toBe("ja");
  expect(await languageOf(".block")).toBe("the page's");
  await blocks(page).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
  expect(await languageOf(".block [role=textbox]")).toBe("ja");
});
