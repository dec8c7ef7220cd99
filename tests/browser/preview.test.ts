import { expect, test } from "bun:test";
import {
  blocks,
  button,
  designOf,
  openDesign,
  openTemplate,
  person,
  servesDesignTab,
  typesOf,
  withTemplate,
} from "../support/designTab.ts";

servesDesignTab();

const paragraph = (text: string, id = "t") => ({ id, type: "text", values: { text } });

test("the mail is shown as each lead would get it, wide, narrow and dark, and says what stays blank", async () => {
  await person.client("POST /amplify/leads", {
    body: { phone: "1", firstName: "Rosa", lastName: "Diaz", email: "rosa@example.com" },
  });
  await person.client("POST /amplify/leads", {
    body: { phone: "", firstName: "Bo", lastName: "Holm", email: "bo@example.com" },
  });
  const template = await withTemplate(
    designOf(paragraph("<p>Dear {{firstName}} {{lastName}}, call {{phone}}</p>")),
  );
  const { page, complaints, outside } = await openDesign();
  await openTemplate(page, template);
  await button(page, "Preview").click();
  const mail = page.frameLocator('iframe[title="Preview of the template"]');
  const frame = page.locator('iframe[title="Preview of the template"]');
  await page.locator(".preview-lead").getByLabel("Search leads").fill("rosa");
  await mail.getByText("Dear Rosa Diaz").waitFor();
  expect((await frame.boundingBox())?.width).toBe(700);
  await page.locator(".preview-lead").getByLabel("Search leads").fill("");
  await page.getByText("of 2.").waitFor();
  const onward = (await button(page, "Next lead").isEnabled()) ? "Next lead" : "Previous lead";
  const before = await mail.locator("p").first().textContent();
  await button(page, onward).click();
  await mail.getByText(before?.includes("Rosa") ? "Dear Bo" : "Dear Rosa").waitFor();
  await page.locator(".preview-lead").getByLabel("Search leads").fill("bo@");
  await page.getByText("Left blank: phone number.").waitFor();

  await button(page, "Phone").click();
  await mail.getByText("Dear Bo").waitFor();
  expect((await frame.boundingBox())?.width).toBe(375);
  await button(page, "Dark").click();
  await page.getByText("Dark, simulated").waitFor();
  await button(page, "Plain text").click();
  await page.locator("pre", { hasText: "Dear Bo" }).waitFor();
  expect(complaints).toEqual([]);
  expect(outside).toEqual([]);
});

test("a mail of more than 256 kB is previewed too", async () => {
  const long = `<p>${"Long ".repeat(60_000)}</p><p>The end</p>`;
  const template = await withTemplate(designOf(paragraph(long)));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await button(page, "Preview").click();
  await page.frameLocator('iframe[title="Preview of the template"]').getByText("The end").waitFor();
  await page.getByText("Gmail cuts off what is longer").waitFor();
});

test("what is to be put right names its block, and a press goes there", async () => {
  const picture = { id: "i", type: "image", values: { src: { url: "https://x.test/a.png" } } };
  const template = await withTemplate(designOf(paragraph('<p style="color:#aaaaaa">Faint</p>'), picture));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await button(page, "Preview").click();
  await page.getByText("1 text is hard to read on its background.").waitFor();
  await button(page, "Go to image, row 1").click();
  await page.locator('.block[data-id="i"][data-selected]').waitFor();
  expect(
    await blocks(page)
      .nth(1)
      .evaluate((block) => block.matches(":focus")),
  ).toBe(true);
  expect(await typesOf(page)).toEqual(["text", "image"]);
});

test("a test mail carries the design as it is, unsaved", async () => {
  const template = await withTemplate(designOf(paragraph("<p>As it was</p>")));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await button(page, "Add Heading").click();
  await button(page, "Send test").click();
  const asked = page.waitForRequest((request) => request.url().endsWith("/email/send/test"));
  await page.getByRole("dialog").getByRole("button", { name: "Send test" }).click();
  const body: unknown = (await asked).postDataJSON();
  expect(body).toMatchObject({ subject: template.name });
  expect(JSON.stringify(body)).toContain("Heading</h2>");
  // Nobody has an account here: the dialog says so and stays.
  await page.getByRole("dialog").getByRole("alert").waitFor();
});
