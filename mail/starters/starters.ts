import type { Design } from "../design/design.ts";
import { sampleAddress, samples } from "../design/samples.ts";
import {
  band,
  button,
  colours,
  columns,
  divider,
  kicker,
  letter,
  note,
  type Part,
  picture,
  starterDesign,
  subtitle,
  table,
  text,
  title,
} from "./starterParts.ts";

/** A design to begin with. It is made anew each time, so that two mails share no ids. */
export type Starter = { key: string; title: string; about: string; make: () => Design };

const { cream, deep, ink, muted, night, tint } = colours;

export const starters: readonly Starter[] = [
  starter("letter", "Plain letter", "A few words from one person to another.", plainLetter),
  starter("welcome", "Welcome", "The first mail to somebody new.", welcome),
  starter("newsletter", "Newsletter", "One story on top, two more side by side.", newsletter),
  starter("offer", "Offer", "One offer, one price, one button.", offer),
  starter("event", "Invitation", "What, when and where, at a glance.", invitation),
  starter("receipt", "Receipt", "What was bought and what it came to.", receipt),
  starter("news", "Announcement", "Something new, said in one screen.", announcement),
  starter("survey", "Question", "One question, three answers.", question),
  starter("reminder", "Reminder", "Short, friendly, with a date.", reminder),
  starter("return", "We miss you", "For people who have not been here for long.", missYou),
];

function starter(key: string, name: string, about: string, parts: () => Part[]): Starter {
  return { key, title: name, about, make: () => starterDesign(parts()) };
}

function plainLetter(): Part[] {
  return [
    letter("<p>Dear {{firstName|friend}},</p>", "44px 48px 6px"),
    letter(
      "<p>I am writing to you myself, because this is about something that I would rather tell you than announce.</p>",
    ),
    letter(
      `<p>${samples.letterNews} You keep what you have; what is new is that you can reach me directly, by answering this mail.</p>`,
    ),
    letter("<p>If you have a minute, tell me what we should keep exactly as it is.</p>"),
    letter(
      `<p>Kind regards,<br><strong>${samples.name}</strong><br>${samples.company}</p>`,
      "12px 48px 44px",
    ),
  ];
}

function welcome(): Part[] {
  const step = (number: string, words: string, about: string) => [
    text(`<p><strong>${number}</strong></p>`, {
      sizePx: 24,
      color: colours.accent,
      padding: "12px 20px 0px 36px",
    }),
    text(`<p><strong>${words}</strong></p><p>${about}</p>`, { sizePx: 15, padding: "2px 12px 12px 36px" }),
  ];
  return [
    picture("welcome", { alt: "The sun comes up behind hills" }),
    title("Welcome, {{firstName|friend}}"),
    text(
      "<p>It is good to have you here. About twice a month we send you what we have learned, and nothing else.</p>",
    ),
    columns(
      [1, 1, 1],
      [
        step("1", "Look around", "See what is there."),
        step("2", "Make it yours", "Tell us what you like."),
        step("3", "Ask us", "A person answers."),
      ],
    ),
    button("Take the first step"),
    note("Questions? Answer this mail: it reaches somebody who can help."),
  ];
}

function newsletter(): Part[] {
  const story = (name: string, alt: string, words: string, about: string) => [
    picture(name, { alt, small: true }),
    subtitle(words),
    text(`<p>${about} <a href="${sampleAddress}" target="_blank">Read on</a></p>`, {
      sizePx: 15,
      padding: "2px 36px 16px",
    }),
  ];
  return [
    picture("story", { alt: "A desk with a computer, a plant and a picture on the wall" }),
    kicker(samples.issue),
    title(samples.story),
    text(
      `<p>${samples.storyBegins} They told us what they stopped doing, and it is not what we thought.</p>`,
    ),
    button("Read the story"),
    divider(),
    columns(
      [1, 1],
      [
        story("cup", "A cup of coffee", samples.meeting, "Standing up, with one question."),
        story("leaf", "A plant in a pot", samples.grown, "Where our first fifty customers came from."),
      ],
    ),
    band(tint, [
      text("<p><em>“Write to one person. The others will feel meant.”</em></p>", {
        align: "center",
        sizePx: 20,
        padding: "16px 48px 4px",
      }),
      note("A reader, in answer to the last issue", { align: "center", padding: "0px 36px 16px" }),
    ]),
  ];
}

function offer(): Part[] {
  return [
    picture("gift", { alt: "A parcel with a golden ribbon" }),
    band(deep, [
      title(samples.discount, { sizePx: 38, align: "center", color: cream }),
      text("<p>On everything in the shop, as thanks for a good year together.</p>", {
        align: "center",
        color: cream,
      }),
      text(`<p><span style="letter-spacing: 3px;"><strong>${samples.discountCode}</strong></span></p>`, {
        align: "center",
        sizePx: 22,
        color: cream,
        padding: "16px 36px 0px",
      }),
      button("Use the offer", { align: "center", color: deep, ground: cream }),
    ]),
    note(`${samples.discountTerms} Enter the code before you pay.`, {
      align: "center",
      padding: "24px 36px 28px",
    }),
  ];
}

function invitation(): Part[] {
  const fact = (label: string, value: string) => [
    text(`<p><strong>${label}</strong></p><p>${value}</p>`, { sizePx: 15, padding: "10px 12px 10px 36px" }),
  ];
  return [
    picture("harbour", { alt: "A sailing boat in a harbour at night" }),
    kicker("INVITATION"),
    title(samples.eventTitle),
    text(
      "<p>Good food, a short walk along the water, and time to talk. Come alone or bring somebody, {{firstName|friend}}.</p>",
      { padding: "6px 36px 22px" },
    ),
    columns(
      [1, 1, 1],
      [
        fact("When", `${samples.eventDay}<br>7 pm`),
        fact("Where", `The boathouse<br>${samples.eventStreet}`),
        fact("Entry", "Free, with<br>a seat kept"),
      ],
      tint,
    ),
    button("Keep a seat for me", { ground: night, padding: "28px 36px 12px" }),
    note(`${samples.eventSeats} Whoever answers first sits first.`),
  ];
}

function receipt(): Part[] {
  return [
    kicker(samples.order),
    title("Thank you, {{firstName|friend}}"),
    text("<p>Your order is paid and on its way. It should be with you within three days.</p>"),
    table(
      ["Item", "Price"],
      [
        [samples.bought, "24.00"],
        ["Delivery", "4.00"],
        ["<strong>Total, tax included</strong>", "<strong>28.00</strong>"],
      ],
    ),
    columns(
      [1, 1],
      [
        [text(`<p><strong>Goes to</strong></p><p>${samples.address}<br>Your town</p>`, { sizePx: 15 })],
        [text(`<p><strong>Paid with</strong></p><p>${samples.card}</p>`, { sizePx: 15 })],
      ],
    ),
    button("Follow the parcel"),
    note(`Something wrong with it? Answer this mail ${samples.returns} and we put it right.`),
  ];
}

function announcement(): Part[] {
  return [
    picture("box", { alt: "A box is opened, and something bright comes out" }),
    kicker("NEW"),
    title("It does one more thing now"),
    text("<p>You asked for it more often than for anything else, so here it is:</p>"),
    text(
      `<ul><li>${samples.benefit}</li><li>Everything you have is carried over</li><li>It costs nothing extra</li></ul>`,
    ),
    button("Try it"),
    note("Not now? It waits for you under Settings."),
  ];
}

function question(): Part[] {
  const answer = (label: string, ground: string) => [
    button(label, { align: "center", ground, padding: "12px 12px" }),
  ];
  return [
    title("How did we do, {{firstName|friend}}?", { align: "center", padding: "44px 36px 8px" }),
    text("<p>One press is enough. It takes a second, and we read every answer.</p>", { align: "center" }),
    columns(
      [1, 1, 1],
      [answer("Well", "#2c6a4a"), answer("It was all right", night), answer("Badly", colours.accent)],
    ),
    note("Want to say more? Answer this mail. Your words go to the people who did the work.", {
      align: "center",
      padding: "16px 36px 40px",
    }),
  ];
}

function reminder(): Part[] {
  return [
    band(night, [
      kicker(samples.weekday, { align: "center", color: "#f3d9a8", padding: "16px 36px 0px" }),
      title(samples.lastDay, { align: "center", sizePx: 44, color: cream, padding: "0px 36px 0px" }),
      text(`<p>${samples.closing}</p>`, {
        align: "center",
        color: cream,
        padding: "4px 36px 16px",
      }),
    ]),
    text(
      "<p>Hello {{firstName|there}},</p><p><br></p><p>You have begun already, and your answers are kept. Two more minutes and your place is safe.</p>",
      { padding: "32px 36px 6px" },
    ),
    button("Finish it"),
    note("Done already? Then this crossed your answer. Thank you, and see you there.", { color: muted }),
  ];
}

function missYou(): Part[] {
  const piece = (words: string, about: string) => [
    text(`<p><strong>${words}</strong></p><p>${about}</p>`, { sizePx: 15, color: ink, padding: "10px 36px" }),
  ];
  return [
    picture("bench", { alt: "An empty bench under a tree" }),
    title("It has been a while, {{firstName|friend}}"),
    text("<p>Your seat is still here. This is what has changed since you last sat on it:</p>", {
      padding: "6px 36px 22px",
    }),
    columns(
      [1, 1],
      [piece("Faster", samples.speed), piece("Quieter", "You choose which mails you get, and when.")],
      tint,
    ),
    button("See what is new", { padding: "28px 36px 12px" }),
    note("No longer for you? One press on Unsubscribe below ends these mails, and no hard feelings."),
  ];
}
