import type { MailCheckTexts } from "../../contract/texts/workspace/design/mailChecks.ts";
import { readValue, type ValueFault, type ValueKind } from "../values/cssValues.ts";
import type { Values } from "./design.ts";
import { valueAt, valueOn, withValueAt } from "./valuePaths.ts";

/** A setting that takes a measure or a colour: of which kind, and what a person calls it by. */
export type Setting = { kind: ValueKind; name: SettingName };
/** The texts have what it is called. */
type SettingName = keyof MailCheckTexts["settings"];

/** The sides of a border, as designs name them. */
export const sides = ["Top", "Right", "Bottom", "Left"] as const;

/** Settings of blocks, rows, columns and the mail, by where they stand; a path means the same in each of them. */
const settings: Readonly<Record<string, Setting>> = {
  "fontFamily.value": { kind: "font", name: "font" },
  fontSize: { kind: "fontSize", name: "fontSize" },
  contentFontSize: { kind: "fontSize", name: "fontSizeOfTheCells" },
  headerFontSize: { kind: "fontSize", name: "fontSizeOfTheHeader" },
  lineHeight: { kind: "lineHeight", name: "lineHeight" },
  letterSpacing: { kind: "letterSpacing", name: "letterSpacing" },
  containerPadding: { kind: "padding", name: "spaceAround" },
  padding: { kind: "padding", name: "padding" },
  contentPadding: { kind: "padding", name: "cellPadding" },
  headerPadding: { kind: "padding", name: "headerPadding" },
  borderRadius: { kind: "radius", name: "cornerRadius" },
  width: { kind: "width", name: "width" },
  "size.width": { kind: "width", name: "width" },
  "src.maxWidth": { kind: "width", name: "widthOfThePicture" },
  "src.width": { kind: "pixels", name: "widthOfThePicture" },
  contentWidth: { kind: "mailWidth", name: "widthOfTheMail" },
  color: { kind: "colour", name: "textColour" },
  textColor: { kind: "colour", name: "textColour" },
  linkColor: { kind: "colour", name: "linkColour" },
  "linkStyle.linkColor": { kind: "colour", name: "linkColour" },
  backgroundColor: { kind: "colour", name: "background" },
  columnsBackgroundColor: { kind: "colour", name: "backgroundOfTheContent" },
  headerBackgroundColor: { kind: "colour", name: "headerColour" },
  "buttonColors.backgroundColor": { kind: "colour", name: "buttonColour" },
  "buttonColors.color": { kind: "colour", name: "labelColour" },
  ...Object.fromEntries(
    sides.flatMap((side): [string, Setting][] => [
      [`border.border${side}Width`, { kind: "thickness", name: `line${side}` }],
      [`border.border${side}Color`, { kind: "colour", name: `lineColour${side}` }],
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
      name,
      isOnPhones: screen === "_override.mobile.",
    };
  }),
);

export type SettingFault = {
  path: string;
  name: SettingName;
  isOnPhones: boolean;
  value: string;
  fault: ValueFault;
};

/** The measures and colours of one part that mean nothing, each with what would do. */
export function settingFaults(values: Values): SettingFault[] {
  return written(values).flatMap(({ path, name, isOnPhones, value, read }) =>
    "fault" in read ? [{ path, name, isOnPhones, value: String(value), fault: read.fault }] : [],
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
  return places.flatMap(({ keys, kind, ...place }) => {
    const value = valueOn(values, keys);
    if ((typeof value !== "string" || value === "") && typeof value !== "number") return [];
    return [{ ...place, value, read: readValue(kind, value) }];
  });
}
