import type { SegmentInput } from "../../contract/schemas/segments.ts";
import { demoLeads } from "./demoLeads.ts";
import { seededRandom } from "./demoRandom.ts";

const firstNames =
  "Anna Ben Carla Daniel Elena Felix Grace Hugo Iris Jakob Kira Leon Maya Nils Olga Paul Rosa Simon Tara Uwe Vera Wim Xenia Yann Zoe".split(
    " ",
  );
const lastNames =
  "Albrecht Berg Castell Dunn Egger Falk Grant Holm Ivers Jensen Keller Lund Meyer Novak Olsen Peters Quist Ruiz Stone Tamm Unger Vogel Weiss Young Zimmer".split(
    " ",
  );
const domains = ["example.com", "example.net", "example.org", "mail.example.com", "post.example.net"];
const cities = ["Hamburg", "Lisbon", "Oslo", "Dublin", "Turin"];
const interests = ["Letterpress", "Binding", "Lettering"];

/** What the demo's workspace wants to know of its leads. */
export const demoFields = [
  { label: "City", kind: "text" },
  { label: "Interest", kind: "choice", choices: interests },
  { label: "Visits", kind: "number" },
] as const;

/** Questions about them that the demo keeps. */
export const demoSegments: readonly SegmentInput[] = [
  {
    name: "Reads nearly everything",
    question: { match: "all", of: [{ about: "mailsOpened", op: "ge", value: 6 }] },
  },
  {
    name: "Agreed to being counted",
    question: { match: "all", of: [{ about: "consent", op: "oneOf", consents: ["granted"] }] },
  },
  {
    name: "Asleep",
    question: {
      match: "all",
      of: [
        { about: "mailsSent", op: "ge", value: 3 },
        { about: "opened", op: "notInLast", days: 60 },
      ],
    },
  },
];

/** Beside those who have names of their own, so many that plots have something to show; the same each time. */
export function demoPeople(): unknown[] {
  const random = seededRandom(7);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.trunc(random() * items.length)] as Item;
  const more = Array.from({ length: 156 }, (_, index) => {
    const [firstName, lastName] = [pick(firstNames), pick(lastNames)];
    // Numbers that Ofcom keeps for drama: nobody has them.
    return {
      firstName,
      lastName,
      phone: index % 3 === 0 ? "" : `+44 20 7946 0${200 + index}`,
      email: `${firstName}.${lastName}.${index}@${pick(domains)}`.toLowerCase(),
      collection: [...(random() < 0.7 ? ["newsletter"] : []), ...(random() < 0.35 ? ["customers"] : [])],
      optout: random() < 0.04,
    };
  });
  return [...demoLeads, ...more].map((lead) => {
    const consent = random();
    return {
      ...lead,
      ...(consent < 0.5 ? { consent: "granted" } : consent < 0.58 ? { consent: "denied" } : {}),
      fields: { city: pick(cities), interest: pick(interests), visits: Math.trunc(random() * 9) },
    };
  });
}
