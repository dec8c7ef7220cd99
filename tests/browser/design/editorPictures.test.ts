import { expect, test } from "bun:test";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { designLimits } from "../../../contract/limits/design.ts";
import { axeFindingsInBothThemes } from "../../support/browser/axe.ts";
import {
  blocks,
  button,
  designOf,
  openDesign,
  openTemplate,
  said,
  saved,
  servesDesignTab,
  typesOf,
  withTemplate,
} from "../../support/browser/designTab.ts";
import { dragTo } from "../../support/browser/dragTo.ts";
import { movingWebp, uprightPhoto } from "../../support/templates/photos.ts";
import { tinyPng } from "../../support/templates/tinyPng.ts";

servesDesignTab();

const file = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(tinyPng) };
const chooseIn = async (page: Page, menu: string, item: string) => {
  await button(page, menu).click();
  await page.getByRole("menuitem", { name: item }).click();
};
const emptyImage = { id: "picture", type: "image", values: {} };

test("a picture is uploaded into its block, used again from the gallery, and stands in the mail", async () => {
  const template = await withTemplate(designOf(emptyImage));
  const { page, complaints, outside } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().focus();
  const input = page.getByLabel("Upload a picture");
  await input.setInputFiles({ ...file, buffer: Buffer.from("<svg/>") });
  await page.getByText("Please choose a PNG, JPEG, GIF or WebP picture").waitFor();
  await input.setInputFiles(file);
  await page.getByText("Say below what the picture shows").waitFor();
  await page.getByLabel("Alternative text").fill("Our logo");
  expect(await page.getByText("Say below what the picture shows").count()).toBe(0);

  await button(page, "Add Image").click();
  await button(page, "Earlier pictures").click();
  await button(page, "Use logo.png").click();
  await page.locator(".block img").nth(1).waitFor();
  const { html } = await saved(page, template);
  expect(html.match(/src="http[^"]+\/images\/[0-9a-f]{32}\.png"/g)).toHaveLength(2);
  expect(html).toContain('alt="Our logo"');
  expect(outside).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a picture dropped on an image block goes into it, and elsewhere into a new one", async () => {
  const words = { id: "words", type: "text", values: { text: "<p>Words</p>" } };
  const template = await withTemplate(designOf(emptyImage, words));
  const { page } = await openDesign();
  await openTemplate(page, template);
  const drop = async (index: number, names = ["dropped.png"]) => {
    const box = await blocks(page).nth(index).boundingBox();
    if (box === null) throw new Error("the block is not drawn");
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height - 1 };
    const dataTransfer = await page.evaluateHandle(
      ({ bytes, called }) => {
        const transfer = new DataTransfer();
        for (const name of called)
          transfer.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
        return transfer;
      },
      { bytes: [...tinyPng], called: names },
    );
    await page.getByRole("region", { name: "Email editor" }).dispatchEvent("drop", { dataTransfer, ...at });
  };
  await drop(0);
  await page.locator(".block img").first().waitFor();
  expect(await typesOf(page)).toEqual(["image", "text"]);
  await drop(1);
  await page.locator(".block img").nth(1).waitFor();
  expect(await typesOf(page)).toEqual(["image", "text", "image"]);
  expect(await said(page).last().textContent()).toBe("Picture added. Say in its settings what it shows.");
  await drop(1, ["one.png", "two.png"]);
  await page.locator(".block img").nth(3).waitFor();
  expect(await typesOf(page)).toEqual(["image", "text", "image", "image", "image"]);
});

test("a row is kept under a name, renamed, put or dragged into a mail, deleted and brought back", async () => {
  const template = await withTemplate(designOf({ id: "b", type: "divider", values: {} }));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().focus();
  await button(page, "Save the row").click();
  await page.getByLabel("Name of the row").fill("Line");
  await page.getByLabel("Name of the row").press("Enter");
  await chooseIn(page, "More for Line", "Rename");
  await page.getByLabel("Name of the row").fill("Thin line");
  await page.getByLabel("Name of the row").press("Enter");
  await button(page, "Insert Thin line").click();
  await button(page, "Insert Thin line").click();
  expect(await typesOf(page)).toEqual(["divider", "divider", "divider"]);
  // Each copy is a block of its own: what is done to one is not done to the others.
  const ids = await blocks(page).evaluateAll((all) => all.map((block) => block.getAttribute("data-id")));
  expect(new Set(ids).size).toBe(3);
  // Dragged, it goes where it is dropped: above the first.
  await dragTo(page, { from: button(page, "Insert Thin line"), to: blocks(page).first(), at: 0.1 });
  await blocks(page).nth(3).waitFor();
  const after = await blocks(page).evaluateAll((all) => all.map((block) => block.getAttribute("data-id")));
  expect(after.slice(1)).toEqual(ids);
  await chooseIn(page, "More for Thin line", "Delete");
  await button(page, "Insert Thin line").waitFor({ state: "detached" });
  // The focus is on Undo, so that the same hand brings it back.
  await page.keyboard.press("Enter");
  await button(page, "Insert Thin line").waitFor();
});

test("several pictures go into the gallery at once; what is refused is named, and a deleted one comes back", async () => {
  const template = await withTemplate(designOf(emptyImage));
  const { page, complaints } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().focus();
  await button(page, "Earlier pictures").click();
  const dialog = page.getByRole("dialog");
  const heavy = Buffer.alloc(designLimits.images.bytesMax + 1);
  await dialog.getByLabel("Upload pictures").setInputFiles([
    { ...file, name: "first.png" },
    { ...file, name: "heavy.png", buffer: heavy },
    { ...file, name: "words.png", buffer: Buffer.from("<svg/>") },
    { ...file, name: "second.png" },
  ]);
  await dialog.getByText("heavy.png: A picture may weigh at most 5 MB").waitFor();
  await dialog.getByText("words.png: Please choose a PNG, JPEG, GIF or WebP picture").waitFor();
  await button(page, "Use second.png").waitFor();
  const count = await dialog.getByRole("button", { name: /^Use / }).count();
  const taken = (pictures: number) => `0.1 of 100 MB taken, by ${pictures} of at most 300 pictures`;
  await dialog.getByText(taken(count)).waitFor();
  await button(page, "Delete first.png").click();
  await button(page, "Use first.png").waitFor({ state: "detached" });
  await dialog.getByText(taken(count - 1)).waitFor();
  await page.keyboard.press("Enter");
  await button(page, "Use first.png").waitFor();
  expect(complaints).toEqual([]);
});

test("what was said of a picture is there when it is used again", async () => {
  const template = await withTemplate(designOf(emptyImage));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().focus();
  await page.getByLabel("Upload a picture").setInputFiles({ ...file, name: "boat.png" });
  await page.getByText("Say below what the picture shows").waitFor();
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && answer.url().includes("/amplify/images/"),
  );
  await page.getByLabel("Alternative text").fill("A boat on the water");
  expect((await kept).status()).toBe(200);
  await button(page, "Add Image").click();
  await button(page, "Earlier pictures").click();
  await button(page, "Use boat.png").first().click();
  await page.locator(".block img").nth(1).waitFor();
  expect(await page.getByLabel("Alternative text").inputValue()).toBe("A boat on the water");
});

test("another picture in the place of one is not called what that was", async () => {
  const template = await withTemplate(designOf(emptyImage));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().focus();
  const words = page.getByLabel("Alternative text");
  // What is said before there is a picture is meant for it.
  await words.fill("Our harbour");
  await page.getByLabel("Upload a picture").setInputFiles({ ...file, name: "harbour.png" });
  await page.locator(".block img").waitFor();
  expect(await words.inputValue()).toBe("Our harbour");
  await page.getByLabel("Upload a picture").setInputFiles({ ...file, name: "team.png" });
  await page.getByText("Say below what the picture shows").waitFor();
  expect(await words.inputValue()).toBe("");
});

test("a photo goes up as it stands, without where it was taken, and a picture that moves as it is", async () => {
  const template = await withTemplate(designOf(emptyImage));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().focus();
  const upload = async (name: string, mimeType: string, buffer: Buffer) => {
    const answered = page.waitForResponse((answer) => answer.url().endsWith("/amplify/images"));
    await page.getByLabel("Upload a picture").setInputFiles({ name, mimeType, buffer });
    return (await answered).json();
  };
  const turned = await uprightPhoto(page, { width: 300, height: 200 });
  const photo = await upload("photo.jpg", "image/jpeg", turned);
  expect([photo.width, photo.height]).toEqual([200, 300]);
  expect(await (await fetch(new URL(photo.url, page.url()))).text()).not.toContain("48.137 N");
  const moving = await movingWebp(page, { width: designLimits.images.widthPixelsWanted * 2, height: 800 });
  expect(await upload("moving.webp", "image/webp", moving)).toMatchObject({ bytes: moving.length });
});

test("axe finds nothing in the gallery, in either theme", async () => {
  const template = await withTemplate(designOf(emptyImage));
  const { page } = await openDesign({ bypassCSP: true });
  await openTemplate(page, template);
  await blocks(page).first().focus();
  await button(page, "Earlier pictures").click();
  await page
    .getByRole("dialog")
    .getByRole("list", { name: "Earlier pictures" })
    .waitFor({ state: "attached" });
  expect(await axeFindingsInBothThemes(page, "dialog[open]")).toEqual([]);
});
