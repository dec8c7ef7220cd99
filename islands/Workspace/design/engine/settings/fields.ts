import type { EditorSettingsTexts } from "../../../../../contract/texts/workspace/design/editorSettings.ts";
import { type Values, valuesOf } from "../../../../../mail/design/design.ts";
import { withValueAt } from "../../../../../mail/design/valuePaths.ts";

/**
 * `words` are stored as HTML, `text` as it is typed, a `link` made whole once it is left, and `line` is text that takes merge fields, as words do. What is valid
 * for a `measure` or a `color` is declared with its path, in `settings`.
 */
export type FieldKind =
  | "text"
  | "link"
  | "measure"
  | "words"
  | "line"
  | "long"
  | "color"
  | "border"
  | "font"
  | "choice"
  | "switch";
export type FieldPlan = {
  /** Where the value is stored, such as "border.borderTopColor". */
  path: string;
  /** Its label and its hint, by their names in the texts. */
  called: keyof EditorSettingsTexts["labels"];
  kind: FieldKind;
  choices?: readonly string[];
  help?: keyof EditorSettingsTexts["hints"];
  /** Needed if more than the one value changes. */
  put?: (values: Values, value: unknown) => Values;
};

const aligns = ["left", "center", "right"] as const;
const size: FieldPlan = { path: "fontSize", called: "fontSize", kind: "measure" };
const line: FieldPlan = {
  path: "lineHeight",
  called: "lineHeight",
  kind: "measure",
};
const color: FieldPlan = { path: "color", called: "textColour", kind: "color" };
const align: FieldPlan = { path: "textAlign", called: "alignment", kind: "choice", choices: aligns };
const family: FieldPlan = { path: "fontFamily", called: "font", kind: "font" };
const padding: FieldPlan = {
  path: "containerPadding",
  called: "spaceAround",
  kind: "measure",
};
const link = (path: string): FieldPlan => ({
  path,
  called: "link",
  kind: "link",
  help: "link",
});

/** The settings of each block type; a type without any can still be moved and kept. */
export const blockFields: Readonly<Record<string, readonly FieldPlan[]>> = {
  heading: [
    { path: "text", called: "heading", kind: "words" },
    { path: "headingType", called: "level", kind: "choice", choices: ["h1", "h2", "h3", "h4"] },
    family,
    size,
    { path: "fontWeight", called: "weight", kind: "choice", choices: ["", "400", "700"] },
    line,
    color,
    align,
  ],
  text: [family, size, line, color, align],
  paragraph: [family, size, line, color, align],
  button: [
    { path: "text", called: "label", kind: "words" },
    link("href.values.href"),
    { path: "buttonColors.backgroundColor", called: "buttonColour", kind: "color" },
    { path: "buttonColors.color", called: "labelColour", kind: "color" },
    family,
    size,
    { path: "padding", called: "padding", kind: "measure" },
    { path: "borderRadius", called: "cornerRadius", kind: "measure" },
    { path: "size.autoWidth", called: "autoWidth", kind: "switch" },
    { path: "size.width", called: "width", kind: "measure", help: "buttonWidth" },
    align,
  ],
  image: [
    { path: "src.url", called: "pictureAddress", kind: "text", help: "pictureAddress", put: withAddress },
    {
      path: "altText",
      called: "altText",
      kind: "text",
      help: "altText",
    },
    link("action.values.href"),
    { path: "src.width", called: "widthInPixels", kind: "measure", put: withWidth },
    align,
  ],
  divider: [
    { path: "width", called: "width", kind: "measure" },
    { path: "border.borderTopWidth", called: "thickness", kind: "measure" },
    { path: "border.borderTopStyle", called: "line", kind: "choice", choices: ["solid", "dashed", "dotted"] },
    { path: "border.borderTopColor", called: "colour", kind: "color" },
    align,
  ],
  social: [
    { path: "icons.iconType", called: "icons", kind: "choice", choices: ["circle", "square", "rounded"] },
    { path: "align", called: "alignment", kind: "choice", choices: aligns },
  ],
  menu: [
    size,
    { path: "linkColor", called: "linkColour", kind: "color" },
    { path: "align", called: "alignment", kind: "choice", choices: aligns },
    { path: "layout", called: "layout", kind: "choice", choices: ["horizontal", "vertical"] },
    { path: "separator", called: "separator", kind: "text" },
    { path: "padding", called: "padding", kind: "measure" },
  ],
  table: [
    { path: "enableHeader", called: "withHeader", kind: "switch" },
    { path: "headerBackgroundColor", called: "headerColour", kind: "color" },
    { path: "contentFontSize", called: "fontSize", kind: "measure" },
    { path: "contentPadding", called: "cellPadding", kind: "measure" },
    { path: "stripedRows", called: "striped", kind: "switch" },
  ],
  video: [
    { path: "video.url", called: "videoAddress", kind: "text", help: "video" },
    { path: "video.thumbnail", called: "pictureAddress", kind: "text" },
  ],
  timer: [
    { path: "countdown.countdownUrl", called: "pictureAddress", kind: "text", help: "pictureAddress" },
    {
      path: "altText",
      called: "altText",
      kind: "text",
      help: "countdown",
    },
    link("action.values.href"),
    align,
  ],
  html: [{ path: "html", called: "html", kind: "long", help: "html" }],
};

export const everyBlockFields: readonly FieldPlan[] = [padding];

/** The settings for phones. An empty one uses the desktop's value. */
export const phoneFields: Readonly<Record<string, readonly FieldPlan[]>> = {
  text: phone([size, line, align, padding]),
  paragraph: phone([size, line, align, padding]),
  heading: phone([size, line, align, padding]),
  button: phone([size, { path: "padding", called: "padding", kind: "measure" }, align, padding]),
  image: phone([{ path: "src.maxWidth", called: "width", kind: "measure" }, align, padding]),
};

/** For all other types. */
export const otherPhoneFields: readonly FieldPlan[] = phone([padding]);

export const hideFields: readonly FieldPlan[] = [
  { path: "_override.mobile.hideMobile", called: "hideOnPhones", kind: "switch" },
  { path: "hideDesktop", called: "hideOnDesktops", kind: "switch" },
];

export const rowFields: readonly FieldPlan[] = [
  { path: "columnsBackgroundColor", called: "contentBackground", kind: "color" },
  { path: "backgroundColor", called: "rowBackground", kind: "color" },
  { path: "padding", called: "padding", kind: "measure" },
  {
    path: "backgroundImage.url",
    called: "backgroundPicture",
    kind: "text",
    help: "backgroundPicture",
  },
];

/** In addition to what every part has for phones. */
export const rowPhoneFields: readonly FieldPlan[] = [
  { path: "_override.mobile.noStackMobile", called: "sideBySide", kind: "switch" },
];

export const columnFields: readonly FieldPlan[] = [
  { path: "backgroundColor", called: "background", kind: "color" },
  { path: "padding", called: "padding", kind: "measure" },
  { path: "borderRadius", called: "cornerRadius", kind: "measure" },
  { path: "border", called: "border", kind: "border" },
];

/** Rows and columns have their own padding on phones. */
export const partPhoneFields: readonly FieldPlan[] = phone([
  { path: "padding", called: "padding", kind: "measure" },
]);

export const bodyFields: readonly FieldPlan[] = [
  {
    path: "preheaderText",
    called: "previewLine",
    kind: "line",
    help: "previewLine",
  },
  { path: "backgroundColor", called: "background", kind: "color" },
  { path: "textColor", called: "textColour", kind: "color" },
  { path: "linkStyle.linkColor", called: "linkColour", kind: "color" },
  { path: "contentWidth", called: "width", kind: "measure", help: "mailWidth" },
  family,
  { path: "_lang", called: "language", kind: "text", help: "language" },
];

function phone(fields: readonly FieldPlan[]): FieldPlan[] {
  return fields.map((field) => ({ ...field, path: `_override.mobile.${field.path}` }));
}

/** As wide as the picture before; nobody knows how high it is. */
function withAddress(values: Values, url: unknown): Values {
  const { height: _, ...src } = valuesOf(values.src);
  return { ...values, src: { ...src, url } };
}

/** A picture keeps its proportions: Outlook needs both width and height, as plain numbers. */
function withWidth(values: Values, value: unknown): Values {
  const { width: before, height, ...src } = valuesOf(values.src);
  const width = Number(value);
  if (value === undefined || Number.isNaN(width)) return withValueAt(values, "src.width", value);
  const share = width / Number(before);
  const isKnown = Number(height) > 0 && share > 0 && share < Number.POSITIVE_INFINITY;
  // Not rounded to whole pixels: while "300" is being typed, the picture is 3 wide for a moment.
  const scaled = isKnown ? Number((Number(height) * share).toFixed(4)) : height;
  return { ...values, src: { ...src, width, height: scaled } };
}

/** How a field shows a value. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : "";
}

export type ChangeValues = (change: (values: Values) => Values, as: string) => void;
