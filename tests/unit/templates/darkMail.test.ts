import { expect, test } from "bun:test";
import { blankFields } from "../../../contract/imports/blankFields.ts";
import { contrastRatio } from "../../../islands/Workspace/design/checks/colours.ts";
import { darkMail } from "../../../islands/Workspace/design/preview/darkMail.ts";

test("a mail's own dark styles hold in the dark, and its light ones do not", () => {
  const sheet =
    "<style>@media (prefers-color-scheme: dark){a{}}@media (prefers-color-scheme:light){b{}}</style>";
  const { html, kind } = darkMail(sheet);
  expect(kind).toBe("own");
  expect(html).toStartWith("<style>@media (min-width: 0){a{}}@media (max-width: 0){b{}}</style>");
});

test("a mail without dark styles is recoloured, as programs do", () => {
  expect(darkMail("<p>Hi</p>").kind).toBe("recoloured");
});

test("a field is blank where the lead has nothing for it and no word stands in its place", () => {
  const text = "{{firstName|there}} {{lastName}} {{phone}} {{email}} {{phone}}";
  expect(blankFields(text, { email: "a@example.com" })).toEqual(["lastName", "phone"]);
});

test("contrast runs from 1 to 21", () => {
  expect(contrastRatio({ text: [0, 0, 0], ground: [255, 255, 255] })).toBe(21);
  expect(contrastRatio({ text: [9, 9, 9], ground: [9, 9, 9] })).toBe(1);
});
