import { strayTagsText } from "../../strayTags.ts";

/** Settings of a design, as they are called within a sentence. */
const settings = {
  font: "font",
  fontSize: "font size",
  fontSizeOfTheCells: "font size of the cells",
  fontSizeOfTheHeader: "font size of the header",
  lineHeight: "line height",
  letterSpacing: "letter spacing",
  spaceAround: "space around",
  padding: "padding",
  cellPadding: "cell padding",
  headerPadding: "header padding",
  cornerRadius: "corner radius",
  width: "width",
  widthOfThePicture: "width of the picture",
  widthOfTheMail: "width of the mail",
  textColour: "text colour",
  linkColour: "link colour",
  background: "background",
  backgroundOfTheContent: "background of the content",
  headerColour: "header colour",
  buttonColour: "button colour",
  labelColour: "label colour",
  lineTop: "line at the top",
  lineColourTop: "line colour, top",
  lineRight: "line at the right",
  lineColourRight: "line colour, right",
  lineBottom: "line at the bottom",
  lineColourBottom: "line colour, bottom",
  lineLeft: "line at the left",
  lineColourLeft: "line colour, left",
};

/** Where a setting stands: the block is not named, as it is led to. */
type Where = { part: "mail" | "row" | "block" } | { part: "column"; at: number };

function whereText(where: Where): string {
  if (where.part === "column") return ` of column ${where.at}`;
  return { mail: " of the whole mail", row: " of the row", block: "" }[where.part];
}

/** What is found in a mail before it is sent. */
export const mailCheck = {
  nothing: "Nothing to fix was found.",
  goTo: (place: string) => `Go to ${place}`,
  line: (line: number) => `line ${line}`,
  settings,
  leftOut: ({
    setting,
    isOnPhones,
    where,
    value,
    instead,
  }: {
    setting: keyof typeof settings;
    isOnPhones: boolean;
    where: Where;
    value: string;
    /** How to write it. */
    instead: string;
  }) =>
    `The ${settings[setting]}${isOnPhones ? " on phones" : ""}${whereText(where)}, “${value}”, is left out of the mail. ${instead}`,
  font: (label: string) =>
    `The font “${label}” is not loaded: mails load fonts only from Google, Bunny, Fontshare and Adobe. Readers see the next font in the list.`,
  row: (place: number) => `row ${place}`,
  block: ({ type, row }: { type: string; row: number }) => `${type}, row ${row}`,
  noUnsubscribe: "There is no unsubscribe link; one is added when the mail is sent.",
  tooLong: (kilobytes: number) => `The mail has ${kilobytes} kB; Gmail cuts off what is longer than 102.`,
  sample: (sample: string) => `“${sample}” is a sample, to be replaced by your own words.`,
  mergeField: ({ field, meant }: { field: string; meant: string | null }) =>
    `{{${field}}} is no merge field and stays as it is.${meant === null ? "" : ` Did you mean {{${meant}}}?`}`,
  foreignTags: strayTagsText,
  noAlternativeText: (count: number) =>
    count === 1 ? "1 picture has no alternative text." : `${count} pictures have no alternative text.`,
  pictureAddress: (count: number) =>
    count === 1
      ? "1 picture has an address that leads nowhere from a mail."
      : `${count} pictures have addresses that lead nowhere from a mail.`,
  notSecure: (count: number) =>
    count === 1 ? "1 link is not secure (http)." : `${count} links are not secure (http).`,
  leadsNowhere: (count: number) => (count === 1 ? "1 link leads nowhere." : `${count} links lead nowhere.`),
  sampleLink: (count: number) =>
    count === 1
      ? "1 link leads to example.com: a sample, to be replaced by your own."
      : `${count} links lead to example.com: samples, to be replaced by your own.`,
  linkSaysHere: (count: number) =>
    count === 1
      ? "1 link says only “here”: say where it leads, for those who hear only the links."
      : `${count} links say only “here”: say where they lead, for those who hear only the links.`,
  linkSaysNothing: (count: number) =>
    count === 1
      ? "1 link has no words: whoever has the mail read out hears only its address."
      : `${count} links have no words: whoever has the mail read out hears only their addresses.`,
  headingSkips: (count: number) =>
    count === 1
      ? "1 heading is more than one level below the one before: whoever goes by headings misses one."
      : `${count} headings are more than one level below the one before: whoever goes by headings misses one.`,
  faint: (count: number) =>
    count === 1
      ? "1 text is hard to read on its background."
      : `${count} texts are hard to read on their background.`,
  faintInDark: (count: number) =>
    count === 1
      ? "1 text is hard to read in the dark, by the mail's own dark styles."
      : `${count} texts are hard to read in the dark, by the mail's own dark styles.`,
};
