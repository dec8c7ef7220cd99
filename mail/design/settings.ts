import { readValue, type ValueKind } from "../values/cssValues.ts";
import type { Values } from "./design.ts";
import { valueAt, valueOn, withValueAt } from "./valuePaths.ts";

/** A setting that takes a measure or a colour: of which kind, and what a person calls it. */
export type Setting = { kind: ValueKind; name: string };

const sides = ["Top", "Right", "Bottom", "Left"] as const;

/** Settings of blocks, rows, columns and the mail, by where they stand; a path means the same in each of them. */
const settings: Readonly<Record<string, Setting>> = {
  "fontFamily.value": { kind: "font", name: "font" },
  fontSize: { kind: "fontSize", name: "font size" },
  contentFontSize: { kind: "fontSize", name: "font size of the cells" },
  headerFontSize: { kind: "fontSize", name: "font size of the header" },
  lineHeight: { kind: "lineHeight", name: "line height" },
  letterSpacing: { kind: "letterSpacing", name: "letter spacing" },
  containerPadding: { kind: "padding", name: "space around" },
  padding: { kind: "padding", name: "padding" },
  contentPadding: { kind: "padding", name: "cell padding" },
  headerPadding: { kind: "padding", name: "header padding" },
  borderRadius: { kind: "radius", name: "corner radius" },
  width: { kind: "width", name: "width" },
  "size.width": { kind: "width", name: "width" },
  "src.maxWidth": { kind: "width", name: "width of the picture" },
  "src.width": { kind: "pixels", name: "width of the picture" },
  contentWidth: { kind: "mailWidth", name: "width of the mail" },
  color: { kind: "colour", name: "text colour" },
  textColor: { kind: "colour", name: "text colour" },
  linkColor: { kind: "colour", name: "link colour" },
  "linkStyle.linkColor": { kind: "colour", name: "link colour" },
  backgroundColor: { kind: "colour", name: "background" },
  columnsBackgroundColor: { kind: "colour", name: "background of the content" },
  headerBackgroundColor: { kind: "colour", name: "header colour" },
  "buttonColors.backgroundColor": { kind: "colour", name: "button colour" },
  "buttonColors.color": { kind: "colour", name: "label colour" },
  ...Object.fromEntries(
    sides.flatMap((side): [string, Setting][] => [
      [`border.border${side}Width`, { kind: "thickness", name: `line at the ${side.toLowerCase()}` }],
      [`border.border${side}Color`, { kind: "colour", name: `line colour, ${side.toLowerCase()}` }],
    ]),
  ),
};

/** What is said for every screen, and what for one kind of them. */
const screens = ["", "_override.mobile.", "_override.desktop."] as const;

/** Every place where a setting may stand, taken apart once: each part of a design is asked for all of them. */
const places = screens.flatMap((screen) =>
  Object.entries(settings).map(([key, { kind, name }]) => {
    const path = `${screen}${key}`;
    return {
      path,
      keys: path.split("."),
      kind,
      name: screen === "_override.mobile." ? `${name} on phones` : name,
    };
  }),
);

export type SettingFault = { path: string; name: string; value: string; fault: string };

/** The measures and colours of one part that mean nothing, each with what would do. */
export function settingFaults(values: Values): SettingFault[] {
  return written(values).flatMap(({ path, name, value, read }) =>
    "fault" in read ? [{ path, name, value: String(value), fault: read.fault }] : [],
  );
}

/**
 * A part's values as they are drawn: measures that lack their unit have it, and what means nothing gives way to what
 * the part is without it. What is stored stays as it is.
 */
export function soundValues(values: Values, defaults: Values): Values {
  let sound = values;
  for (const { path, value, read } of written(values)) {
    if ("fault" in read) sound = withValueAt(sound, path, valueAt(defaults, path));
    else if (read.value !== String(value)) sound = withValueAt(sound, path, read.value);
  }
  return sound;
}

export function settingAt(path: string): Setting | undefined {
  return settings[path.replace(/^_override\.(mobile|desktop)\./, "")];
}

/** Empty values say nothing, and objects are not ours to judge. */
function written(values: Values) {
  return places.flatMap(({ path, keys, kind, name }) => {
    const value = valueOn(values, keys);
    if ((typeof value !== "string" || value === "") && typeof value !== "number") return [];
    return [{ path, name, value, read: readValue(kind, value) }];
  });
}
