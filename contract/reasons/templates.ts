import type { RefusalsOf, Shapes } from "./shapes.ts";

/** What templates, designs, their pictures and kept rows may be refused for. */
export const templateRefusedAs = {
  template_not_found: "not_found",
  template_is_public: "forbidden",
  template_restore_public: "forbidden",
  template_sharing: "forbidden",
  template_saved_elsewhere: "conflict",
  templates_too_many: "conflict",
  template_name_missing: "bad_request",
  template_name_too_long: "bad_request",
  template_picture_invalid: "bad_request",
  template_public_invalid: "bad_request",
  version_gone: "not_found",
  html_not_text: "bad_request",
  html_too_large: "bad_request",
  html_too_large_cleaned: "bad_request",
  design_missing: "bad_request",
  design_too_large: "bad_request",
  design_undrawable: "bad_request",
  design_html_too_large: "bad_request",
  picture_not_found: "not_found",
  picture_too_heavy: "bad_request",
  picture_type_unknown: "bad_request",
  picture_cut_off: "bad_request",
  picture_too_wide: "bad_request",
  pictures_too_many: "conflict",
  pictures_too_heavy: "conflict",
  pictures_over_plan: "plan_limit",
  folder_not_found: "not_found",
  folder_name_missing: "bad_request",
  folder_name_too_long: "bad_request",
  folders_too_many: "conflict",
  row_not_found: "not_found",
  row_not_keepable: "bad_request",
  row_name_missing: "bad_request",
  rows_too_many: "conflict",
} as const;

const max = { max: "number" } as const;

export const templateShapes = {
  template_is_public: { change: ["changed", "deleted", "viewed"] },
  templates_too_many: max,
  template_name_too_long: max,
  pictures_too_many: max,
  pictures_too_heavy: { megabytes: "number" },
  pictures_over_plan: { megabytes: "number", plan: "text" },
  folder_name_too_long: max,
  folders_too_many: max,
  rows_too_many: max,
} as const satisfies Partial<Record<keyof typeof templateRefusedAs, Shapes[string]>>;
export type TemplateRefusals = RefusalsOf<typeof templateRefusedAs, typeof templateShapes>;
