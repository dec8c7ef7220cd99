import { type Values, valuesOf } from "../../../../../mail/design/design.ts";
import { withValueAt } from "../../../../../mail/design/valuePaths.ts";

/**
 * `words` are kept as HTML, `text` is kept as it is typed, `line` is text that takes merge fields, as words do. What a
 * `measure` or a `color` may be is said where its path is, in `settings`.
 */
export type FieldKind =
  | "text"
  | "measure"
  | "words"
  | "line"
  | "long"
  | "color"
  | "font"
  | "choice"
  | "switch";
export type FieldPlan = {
  /** Where the value stands, as in "border.borderTopColor". */
  path: string;
  label: string;
  kind: FieldKind;
  choices?: readonly string[];
  hint?: string;
  /** Where more changes than the one value. */
  put?: (values: Values, value: unknown) => Values;
};

const aligns = ["left", "center", "right"] as const;
const size: FieldPlan = { path: "fontSize", label: "Font size", kind: "measure", hint: "For example 16px" };
const line: FieldPlan = {
  path: "lineHeight",
  label: "Line height",
  kind: "measure",
  hint: "140%, 1.4 or 22px",
};
const color: FieldPlan = { path: "color", label: "Text colour", kind: "color" };
const align: FieldPlan = { path: "textAlign", label: "Alignment", kind: "choice", choices: aligns };
const family: FieldPlan = { path: "fontFamily", label: "Font", kind: "font" };
const padding: FieldPlan = {
  path: "containerPadding",
  label: "Space around",
  kind: "measure",
  hint: "10px, or 10px 20px",
};
const link = (path: string): FieldPlan => ({
  path,
  label: "Link",
  kind: "text",
  hint: "https://… or {{unsubscribeUrl}}",
});

/** The settings of each block type; a type without any can still be moved and kept. */
export const blockFields: Readonly<Record<string, readonly FieldPlan[]>> = {
  heading: [
    { path: "text", label: "Heading", kind: "words" },
    { path: "headingType", label: "Level", kind: "choice", choices: ["h1", "h2", "h3", "h4"] },
    family,
    size,
    { path: "fontWeight", label: "Weight", kind: "choice", choices: ["", "400", "700"] },
    line,
    color,
    align,
  ],
  text: [family, size, line, color, align],
  paragraph: [family, size, line, color, align],
  button: [
    { path: "text", label: "Label", kind: "words" },
    link("href.values.href"),
    { path: "buttonColors.backgroundColor", label: "Button colour", kind: "color" },
    { path: "buttonColors.color", label: "Label colour", kind: "color" },
    family,
    size,
    { path: "padding", label: "Padding", kind: "measure" },
    { path: "borderRadius", label: "Corner radius", kind: "measure" },
    { path: "size.autoWidth", label: "As wide as its label", kind: "switch" },
    { path: "size.width", label: "Width", kind: "measure", hint: "Where it is not as wide as its label" },
    align,
  ],
  image: [
    { path: "src.url", label: "Picture address", kind: "text", hint: "https://…" },
    {
      path: "altText",
      label: "Alternative text",
      kind: "text",
      hint: "What the picture says, for who cannot see it",
    },
    link("action.values.href"),
    { path: "src.width", label: "Width in pixels", kind: "measure", put: withWidth },
    align,
  ],
  divider: [
    { path: "width", label: "Width", kind: "measure" },
    { path: "border.borderTopWidth", label: "Thickness", kind: "measure" },
    { path: "border.borderTopStyle", label: "Line", kind: "choice", choices: ["solid", "dashed", "dotted"] },
    { path: "border.borderTopColor", label: "Colour", kind: "color" },
    align,
  ],
  social: [
    { path: "icons.iconType", label: "Icons", kind: "choice", choices: ["circle", "square", "rounded"] },
    { path: "align", label: "Alignment", kind: "choice", choices: aligns },
  ],
  menu: [
    size,
    { path: "linkColor", label: "Link colour", kind: "color" },
    { path: "align", label: "Alignment", kind: "choice", choices: aligns },
    { path: "layout", label: "Layout", kind: "choice", choices: ["horizontal", "vertical"] },
    { path: "separator", label: "Separator", kind: "text" },
    { path: "padding", label: "Padding", kind: "measure" },
  ],
  table: [
    { path: "enableHeader", label: "With a header", kind: "switch" },
    { path: "headerBackgroundColor", label: "Header colour", kind: "color" },
    { path: "contentFontSize", label: "Font size", kind: "measure" },
    { path: "contentPadding", label: "Cell padding", kind: "measure" },
    { path: "stripedRows", label: "Striped", kind: "switch" },
  ],
  video: [
    { path: "video.url", label: "Video address", kind: "text", hint: "Mails show its picture, linked to it" },
    { path: "video.thumbnail", label: "Picture address", kind: "text" },
  ],
  timer: [
    { path: "countdown.countdownUrl", label: "Picture address", kind: "text", hint: "https://…" },
    {
      path: "altText",
      label: "Alternative text",
      kind: "text",
      hint: "What it counts down to, and until when",
    },
    link("action.values.href"),
    align,
  ],
  html: [
    { path: "html", label: "HTML", kind: "long", hint: "Scripts and forms are taken out when it is sent" },
  ],
};

export const everyBlockFields: readonly FieldPlan[] = [padding];

/** What a phone shows otherwise; empty takes the value of the desktop. */
export const phoneFields: Readonly<Record<string, readonly FieldPlan[]>> = {
  text: phone([size, line, align, padding]),
  paragraph: phone([size, line, align, padding]),
  heading: phone([size, line, align, padding]),
  button: phone([size, { path: "padding", label: "Padding", kind: "measure" }, align, padding]),
  image: phone([
    { path: "src.maxWidth", label: "Width", kind: "measure", hint: "For example 50%" },
    align,
    padding,
  ]),
};

/** Every other type. */
export const otherPhoneFields: readonly FieldPlan[] = phone([padding]);

export const hideFields: readonly FieldPlan[] = [
  { path: "_override.mobile.hideMobile", label: "Hide on phones", kind: "switch" },
  { path: "hideDesktop", label: "Hide on desktops", kind: "switch" },
];

export const rowFields: readonly FieldPlan[] = [
  { path: "columnsBackgroundColor", label: "Background of the content", kind: "color" },
  { path: "backgroundColor", label: "Background of the whole row", kind: "color" },
  { path: "padding", label: "Padding", kind: "measure" },
  {
    path: "backgroundImage.url",
    label: "Background picture",
    kind: "text",
    hint: "https://… Some readers show none.",
  },
];

/** Beside what every part has on phones. */
export const rowPhoneFields: readonly FieldPlan[] = [
  { path: "_override.mobile.noStackMobile", label: "Keep the columns side by side", kind: "switch" },
];

export const columnFields: readonly FieldPlan[] = [
  { path: "backgroundColor", label: "Background", kind: "color" },
  { path: "padding", label: "Padding", kind: "measure" },
  { path: "borderRadius", label: "Corner radius", kind: "measure" },
  ...["Top", "Right", "Bottom", "Left"].flatMap((side): FieldPlan[] => [
    {
      path: `border.border${side}Width`,
      label: `Line at the ${side.toLowerCase()}`,
      kind: "measure",
      hint: "For example 1px",
    },
    { path: `border.border${side}Color`, label: `Its colour, ${side.toLowerCase()}`, kind: "color" },
  ]),
];

/** Rows and columns have their own padding on a phone. */
export const partPhoneFields: readonly FieldPlan[] = phone([
  { path: "padding", label: "Padding", kind: "measure" },
]);

export const bodyFields: readonly FieldPlan[] = [
  {
    path: "preheaderText",
    label: "Preview line",
    kind: "line",
    hint: "Shown after the subject in the inbox",
  },
  { path: "backgroundColor", label: "Background", kind: "color" },
  { path: "textColor", label: "Text colour", kind: "color" },
  { path: "linkStyle.linkColor", label: "Link colour", kind: "color" },
  { path: "contentWidth", label: "Width", kind: "measure", hint: "600px suits most readers" },
  family,
];

function phone(fields: readonly FieldPlan[]): FieldPlan[] {
  return fields.map((field) => ({ ...field, path: `_override.mobile.${field.path}` }));
}

/** A picture keeps its shape: Outlook goes by both of its numbers, and by numbers alone. */
function withWidth(values: Values, value: unknown): Values {
  const { width: before, height, ...src } = valuesOf(values.src);
  const width = Number(value);
  if (value === undefined || Number.isNaN(width)) return withValueAt(values, "src.width", value);
  const share = width / Number(before);
  const isKnown = Number(height) > 0 && share > 0 && share < Number.POSITIVE_INFINITY;
  // Not rounded to whole pixels: while "300" is typed the picture is 3 wide for a moment.
  const scaled = isKnown ? Number((Number(height) * share).toFixed(4)) : height;
  return { ...values, src: { ...src, width, height: scaled } };
}

/** What a value is shown as in a field. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : "";
}

export type ChangeValues = (change: (values: Values) => Values, as: string) => void;
