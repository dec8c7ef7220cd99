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
} from "../../support/browser/designTab.ts";
import { until } from "../../support/until.ts";

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
  // Rosa may have been there before anybody searched.
  await page.getByText("of 1.").waitFor();
  await mail.getByText("Dear Rosa Diaz").waitFor();
  expect((await frame.boundingBox())?.width).toBe(700);
  await page.locator(".preview-lead").getByLabel("Search leads").fill("");
  await page.getByText("of 2.").waitFor();
  const onward = (await button(page, "Next lead").isEnabled()) ? "Next lead" : "Previous lead";
  // The line above the mail knows whose turn it is before the mail has come.
  const line = await page.getByText("would get it").textContent();
  const [first, second] = line?.includes("Rosa") ? ["Dear Rosa", "Dear Bo"] : ["Dear Bo", "Dear Rosa"];
  await mail.getByText(first).waitFor();
  await button(page, onward).click();
  await mail.getByText(second).waitFor();
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

test("a narrow screen begins with the phone's view, and draws a wide mail smaller instead of scrolling sideways", async () => {
  const template = await withTemplate(designOf(paragraph("<p>As wide as ever</p>")));
  const { page } = await openDesign();
  await openTemplate(page, template);
  const overhang = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const frame = page.locator('iframe[title="Preview of the template"]');
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    await button(page, "Preview").click();
    await frame.waitFor();
    expect(await button(page, "Phone").getAttribute("aria-pressed")).toBe(String(width === 390));
    await button(page, "Desktop").click();
    // Its own page is as wide as on a desk, whatever room it has here.
    const inner = await frame.evaluate((element) => (element as HTMLIFrameElement).clientWidth);
    expect(inner).toBeGreaterThan(690);
    const box = await frame.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect(await overhang()).toBe(0);
    await button(page, "Edit").click();
  }
});

test("a template of HTML alone has the preview, the check list, the test mail and the export that a design has", async () => {
  const html = '<p style="color:#bbbbbb">Faint</p><p>Dear {{firstName}}</p>';
  const body = { name: "By hand", html };
  await person.client("POST /templates", { body });
  const { page, complaints } = await openDesign();
  await button(page, "By hand").click();
  await page.getByLabel("HTML", { exact: true }).fill(`${html}<p>Not saved</p>`);
  await button(page, "Preview").click();
  await page.getByText("1 text is hard to read on its background.").waitFor();
  await page.frameLocator('iframe[title="Preview of the template"]').getByText("Not saved").waitFor();
  await button(page, "Go to line 1").click();
  const selected = await page.evaluate(() => {
    const field = document.activeElement as HTMLTextAreaElement;
    return field.value.slice(field.selectionStart, field.selectionEnd);
  });
  expect(selected).toBe('<p style="color:#bbbbbb">');
  await button(page, "Preview").click();
  await button(page, "Export").click();
  const entry = page.getByRole("menuitem");
  expect(await entry.allTextContents()).toEqual(["HTML"]);
  const [download] = await Promise.all([page.waitForEvent("download"), entry.click()]);
  expect(download.suggestedFilename()).toBe("By-hand.html");
  expect(await Bun.file(await download.path()).text()).toContain("Not saved");
  await button(page, "Send test").click();
  const asked = page.waitForRequest((request) => request.url().endsWith("/email/send/test"));
  await page.getByRole("dialog").getByRole("button", { name: "Send test" }).click();
  expect(JSON.stringify((await asked).postDataJSON())).toContain("Not saved");
  expect(complaints).toEqual([]);
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

// The last: from here on the person has an account to send with.
test("a mail of 680 pixels is shown in its desktop's form, beside the editor, in the list and before it is sent", async () => {
  const columns = ["a", "b"].map((id) => ({
    id: `c${id}`,
    values: {},
    contents: [paragraph(`<p>${id}</p>`, id)],
  }));
  const rows = [{ id: "r", cells: [1, 1], values: {}, columns }];
  const design = { body: { values: { contentWidth: "680px" }, rows } };
  const { html } = await person.client("POST /templates/render", { body: { design, name: "Wide" } });
  const name = `Wide ${Math.random()}`;
  const template = await person.client("POST /templates", { body: { name, design, html } });
  const from = "kim@sandbox.example";
  await person.client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: from, appPassword: "x", alias: `Kim <${from}>` },
  });
  const { page, complaints } = await openDesign();
  const stands = (frame: ReturnType<typeof page.frameLocator>) =>
    frame.locator(".u-col").evaluateAll((all) => {
      const [left, right] = all.map((column) => column.getBoundingClientRect());
      return left !== undefined && right !== undefined && left.top === right.top && right.left > left.left;
    });
  const thumb = page.frameLocator(`iframe[title="Picture of ${name}"]`);
  await thumb.locator(".u-col").last().waitFor({ state: "attached" });
  expect(await stands(thumb)).toBe(true);

  await openTemplate(page, template);
  await button(page, "Preview").click();
  const mail = page.frameLocator('iframe[title="Preview of the template"]');
  await mail.locator(".u-col").last().waitFor();
  expect(await stands(mail)).toBe(true);
  await button(page, "Phone").click();
  await until(async () => !(await stands(mail)));

  await person.client("POST /amplify/leads", {
    body: { phone: "2", firstName: "Kim", lastName: "Roe", email: "kim@example.com" },
  });
  await page.getByRole("tab", { name: "Leads" }).click();
  await button(page, "Send Email").click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByLabel("Template", { exact: true }).selectOption(name);
  const sent = dialog.locator(".send-preview").frameLocator("iframe");
  await sent.locator(".u-col").last().waitFor();
  expect(await stands(sent)).toBe(true);
  expect(complaints).toEqual([]);
});
