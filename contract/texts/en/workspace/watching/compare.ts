import { grouped } from "../../../../sentences/en/words.ts";

/** What is said where campaigns stand beside each other. */
export const compare = {
  title: "Compared",
  choose: "Compare with up to three others",
  chosen: "Campaigns to compare with",
  go: "Compare",
  tooFew: "Choose at least one other.",
  nothing: "Nothing is chosen to compare",
  how: "Open a campaign of the list, and choose “Compare with others…” there.",
  what: "The comparison",
  caption: "Figures beside each other",
  figure: "Figure",
  first: "First mail",
  noMailYet: "None yet",
  recipients: "Recipients",
  sent: "Sent",
  opened: "Opened by people",
  clicked: "Clicked by people",
  optedOut: "Opted out",
  failed: "Failed",
  machines: "Looked into by machines",
  plot: "How many of a hundred had opened, by the hours since the first mail",
  plotClicked: "How many of a hundred had clicked, by the hours since the first mail",
  hours: "Hours since the first mail",
  hour: (hour: number) => `${grouped(hour)} h`,
  none: "There is no other campaign with mails yet.",
  gone: (count: number) =>
    count === 1
      ? "One of the campaigns was deleted, so it is not shown here."
      : `${grouped(count)} of the campaigns were deleted, so they are not shown here.`,
};
