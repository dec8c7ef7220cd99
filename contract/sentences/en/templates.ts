import type { TemplateRefusals } from "../../reasons/templates.ts";
import type { Sentences } from "../sentence.ts";
import { grouped } from "./words.ts";

/** What templates, designs, their pictures and kept rows may be refused for. */
export const templates: Sentences<TemplateRefusals> = {
  template_not_found: () => "There is no such template. It may have been deleted.",
  template_is_public: ({ change }) =>
    `Public templates can be ${change === "viewed" ? "looked back at" : change} by administrators only. Save a copy with Save As.`,
  template_restore_public: () => "Public templates can be brought back by administrators only.",
  template_sharing: () => "Templates can be shared with everyone by administrators only.",
  template_saved_elsewhere: () =>
    "This template was saved elsewhere since you opened it. Keep your work with Save As, or open it again to see the newer one.",
  templates_too_many: ({ max }) => `At most ${max} templates fit. Delete one that you no longer need first.`,
  template_name_missing: () => "Please enter a template name",
  template_name_too_long: ({ max }) => `A template name has at most ${max} characters`,
  template_picture_invalid: () => "picture must be 1",
  template_public_invalid: () => "public must be true or false",
  version_gone: () => "This version is no longer kept. Choose a newer one.",
  html_not_text: () => "html must be text",
  html_too_large: () => "The HTML is larger than 1 MB",
  html_too_large_cleaned: () => "The HTML is larger than 1 MB once it is cleaned",
  design_missing: () => "The design is missing",
  design_too_large: () => "The design is larger than 1 MB",
  design_undrawable: () => "This is not a design that can be drawn",
  design_html_too_large: () => "The HTML of this design is larger than 1 MB",
  picture_not_found: () => "There is no such picture",
  picture_too_heavy: () => "A picture may weigh at most 5 MB",
  picture_type_unknown: () => "Please choose a PNG, JPEG, GIF or WebP picture",
  picture_cut_off: () =>
    "This file breaks off before the end of its picture. Please save it anew or choose another one",
  picture_too_wide: () => "A picture may be at most 6000 pixels wide and high",
  pictures_too_many: ({ max }) => `At most ${max} pictures fit. Delete some that you no longer need first.`,
  pictures_too_heavy: ({ megabytes }) => tooHeavy(megabytes, ""),
  pictures_over_plan: ({ megabytes, plan }) => tooHeavy(megabytes, ` on the ${plan} plan`),
  folder_not_found: () => "There is no such folder. It may have been deleted.",
  folder_name_missing: () => "Please name the folder",
  folder_name_too_long: ({ max }) => `A folder's name has at most ${max} characters`,
  folders_too_many: ({ max }) => `At most ${max} folders fit. Delete one first.`,
  row_not_found: () => "There is no such row",
  row_not_keepable: () => "This is not a row that can be saved",
  row_name_missing: () => "Please name the row",
  rows_too_many: ({ max }) => `At most ${max} rows can be kept. Delete one first.`,
};

function tooHeavy(megabytes: number, where: string): string {
  return `Your pictures may take ${grouped(megabytes)} MB together${where}, and with this one they would take more. Delete some that you no longer need first.`;
}
