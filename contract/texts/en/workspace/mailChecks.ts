/** What is found in a mail before it is sent. */
export const mailCheck = {
  nothing: "Nothing to put right was found.",
  goTo: (place: string) => `Go to ${place}`,
  line: (line: number) => `line ${line}`,
  where: {
    mail: " of the whole mail",
    row: " of the row",
    column: (at: number) => ` of column ${at}`,
  },
  leftOut: ({ name, where, value, fault }: { name: string; where: string; value: string; fault: string }) =>
    `The ${name}${where}, “${value}”, is left out of the mail. ${fault}`,
  font: (label: string) =>
    `The font “${label}” is not loaded: mails load fonts from Google, Bunny, Fontshare and Adobe alone. Its readers see the next font of its list.`,
  row: (place: number) => `row ${place}`,
  block: ({ type, row }: { type: string; row: number }) => `${type}, row ${row}`,
  noUnsubscribe: "There is no unsubscribe link; one is added when the mail is sent.",
  tooLong: (kilobytes: number) => `The mail has ${kilobytes} kB; Gmail cuts off what is longer than 102.`,
  sample: (sample: string) => `“${sample}” is a sample, to be replaced by your own words.`,
  mergeField: ({ field, meant }: { field: string; meant: string | null }) =>
    `{{${field}}} is no merge field and stays as it is.${meant === null ? "" : ` Did you mean {{${meant}}}?`}`,
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
      ? "1 link says only “here”: say where it leads, for who hears the links alone."
      : `${count} links say only “here”: say where they lead, for who hears the links alone.`,
  faint: (count: number) =>
    count === 1
      ? "1 text is hard to read on its background."
      : `${count} texts are hard to read on their background.`,
  faintInDark: (count: number) =>
    count === 1
      ? "1 text is hard to read in the dark, by the mail's own dark styles."
      : `${count} texts are hard to read in the dark, by the mail's own dark styles.`,
};
