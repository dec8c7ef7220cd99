import { amount, grouped } from "../../../../sentences/en/words.ts";
import type { Parts, Wrap } from "../../../language.ts";
import { spans } from "./spans.ts";

/** What the part says in which one chooses whom a campaign is for. */
export const whom = {
  who: "Whom it is for",
  some: "People I choose",
  everyone: "Everyone",
  to: "To",
  without: "Without",
  addCollection: "Add a collection",
  addSegment: "Add a segment",
  withoutCollection: "Leave out a collection",
  withoutSegment: "Leave out a segment",
  withoutCampaign: "Leave out who got a campaign",
  noCollections: "There is no collection yet.",
  noSegments: "Every segment is chosen.",
  noCampaigns: "There is no other campaign yet.",
  nothingFound: "Nothing found.",
  picked: (count: number) => amount(count, "picked lead"),
  after: ({ unless, name }: { unless: "opened" | "clicked"; name: string }) =>
    unless === "opened" ? `Whoever did not open ${name}` : `Whoever followed no link of ${name}`,
  afterNote: {
    opened: "Whoever is not counted, as they do not want it, is taken for somebody who did not open it.",
    clicked: "Whoever is not counted, as they do not want it, is taken for somebody who followed no link.",
  },
  thatCampaign: "that campaign",
  leadCount: (count: number) => amount(count, "lead"),
  goneCollection: "A deleted collection",
  goneSegment: "A deleted segment",
  brokenSegment: "asks for something that was deleted",
  goneCampaign: "A deleted campaign",
  looking: "…",
  remove: (name: string) => `Remove ${name}`,
  recently: (isChosen: boolean) =>
    isChosen ? "Without whoever had any mail in the last" : "Without whoever had any mail lately",
  days: "Days without a mail",
  daysUnit: spans.days,
  joinLater: "Whoever joins later gets it too, until it is stopped",
  joinLaterIsEnterprise: "A sequence that goes on by itself comes with Enterprise.",
  sentTo: "It was sent without being composed here. Its recipients stand on its page.",
  chooseFirst: "Choose a collection, or everyone, to see how many that is.",
  audience: "The number of people",
  reached: <N>({ count, strong }: { count: number; strong: Wrap<N> }): Parts<N> => [
    strong(grouped(count)),
    count === 1 ? " person gets it" : " people get it",
  ],
  leftOut: (count: number) => (count === 1 ? "1 is left out:" : `${grouped(count)} are left out:`),
  count: (count: number) => grouped(count),
  mayBeOld: "The server does not answer, so these numbers may be old.",
  list: "Who is left out",
  nameColumn: "Name",
  emailColumn: "Email",
  previous: "Previous",
  next: "Next",
};
