import { expect, test } from "bun:test";
import { Buffer } from "node:buffer";
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
} from "../support/designTab.ts";
import { tinyPng } from "../support/tinyPng.ts";

servesDesignTab();

const file = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(tinyPng) };
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
  const drop = async (index: number) => {
    const box = await blocks(page).nth(index).boundingBox();
    if (box === null) throw new Error("the block is not drawn");
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height - 1 };
    const dataTransfer = await page.evaluateHandle(
      (bytes) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(bytes)], "dropped.png", { type: "image/png" }));
        return transfer;
      },
      [...tinyPng],
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
});

test("a row is kept under a name, renamed, put into another mail and deleted", async () => {
  const template = await withTemplate(designOf({ id: "b", type: "divider", values: {} }));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().focus();
  await button(page, "Save the row").click();
  await page.getByLabel("Name of the row").fill("Line");
  await page.getByLabel("Name of the row").press("Enter");
  await button(page, "Rename Line").click();
  await page.getByLabel("Name of the row").fill("Thin line");
  await page.getByLabel("Name of the row").press("Enter");
  await button(page, "Insert Thin line").click();
  await button(page, "Insert Thin line").click();
  expect(await typesOf(page)).toEqual(["divider", "divider", "divider"]);
  // Each copy is a block of its own: what is done to one is not done to the others.
  const ids = await blocks(page).evaluateAll((all) => all.map((block) => block.getAttribute("data-id")));
  expect(new Set(ids).size).toBe(3);
  await button(page, "Delete Thin line").click();
  await button(page, "Insert Thin line").waitFor({ state: "detached" });
});
