import { type Values, valuesOf } from "../design/design.ts";

/** Which class of the exporters' HTML a value governs, and by which property. */
const governed: Record<string, readonly [selector: string, property: string]> = {
  containerPadding: [" .v-container-padding-padding", "padding"],
  fontSize: [" .v-font-size", "font-size"],
  textAlign: [" .v-text-align", "text-align"],
  lineHeight: [" .v-line-height", "line-height"],
  color: [" .v-color", "color"],
};
const paddings: Record<"block" | "row" | "column", string> = {
  block: " .v-padding",
  row: ".v-row-padding--vertical",
  column: " .v-col-padding",
};

/** The rules of one block, row or column for a phone and against one: the exporters write none. */
export function mobileCss(
  kind: "block" | "row" | "column",
  values: Values,
): { phone: string; desktop: string } {
  const { htmlID } = valuesOf(values._meta);
  if (typeof htmlID !== "string" || !/^[\w-]+$/.test(htmlID)) return { phone: "", desktop: "" };
  const override = valuesOf(values._override);
  const mobile = valuesOf(override.mobile);
  const rules: string[] = [];
  const put = (selector: string, property: string, value: unknown) => {
    if (isPlainCss(value)) rules.push(`#${htmlID}${selector}{${property}:${value} !important}`);
  };
  for (const [key, [selector, property]] of Object.entries(governed)) put(selector, property, mobile[key]);
  put(paddings[kind], "padding", mobile.padding);
  const { maxWidth } = valuesOf(mobile.src);
  put(" .v-src-width", "width", maxWidth === undefined ? undefined : "auto");
  put(" .v-src-max-width", "max-width", maxWidth);
  if (values.hideMobile === true || mobile.hideMobile === true)
    rules.push(`#${htmlID}{display:none !important}`);
  const desktop = valuesOf(override.desktop);
  const hidesDesktop = values.hideDesktop === true || desktop.hideDesktop === true;
  return { phone: rules.join(""), desktop: hidesDesktop ? `#${htmlID}{display:none !important}` : "" };
}

/** Sizes, keywords and colours; nothing that could end the rule it stands in. */
function isPlainCss(value: unknown): value is string {
  return typeof value === "string" && /^[\w#%., ()-]{1,100}$/.test(value);
}
