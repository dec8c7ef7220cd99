import { type Block, type Design, newId, type Row, type Values } from "./design.ts";
import { emptyDesign } from "./palette.ts";

/** A design to begin with. It is made anew each time, so that two mails share no ids. */
export type Starter = { key: string; title: string; about: string; make: () => Design };

// Colours that hold on light paper, and where a mail reader turns the paper dark.
const ink = "#1f2430";
const muted = "#5b6070";
const accent = "#b3360b";

export const starters: readonly Starter[] = [
  starter("letter", "Plain letter", "A few words from one person to another.", () => [
    text(
      "<p>Dear {{firstName|friend}},</p><p><br></p><p>Say in two or three sentences why you write.</p><p><br></p><p>Then say what you would like to happen next.</p>",
    ),
    text("<p>Kind regards,<br>Your name</p>"),
  ]),
  starter("welcome", "Welcome", "The first mail to somebody new.", () => [
    heading("Welcome, {{firstName|friend}}"),
    text("<p>It is good to have you here. This is what to expect from us, and how often.</p>"),
    button("Take the first step"),
    text("<p>Questions? Answer this mail: a person reads it.</p>"),
  ]),
  starter("newsletter", "Newsletter", "One story on top, two more side by side.", () => [
    small("ISSUE 1"),
    heading("The story that matters most"),
    text("<p>Two or three sentences that make somebody want the rest.</p>"),
    button("Read the story"),
    divider(),
    columns(
      [1, 1],
      [
        [heading("A second story", "20px"), text("<p>One sentence is enough here.</p>")],
        [heading("A third story", "20px"), text("<p>One sentence is enough here too.</p>")],
      ],
    ),
  ]),
  starter("offer", "Offer", "One offer, one price, one button.", () => [
    heading("20 % off until Sunday", "32px", "center"),
    text("<p>What is on offer, for whom, and what makes it worth having.</p>", "center"),
    button("Use the offer", "center"),
    small("Until Sunday at midnight. One use for each customer.", "center"),
  ]),
  starter("event", "Invitation", "What, when and where, at a glance.", () => [
    small("INVITATION"),
    heading("An evening at the harbour"),
    columns(
      [1, 2],
      [
        [text("<p><strong>When</strong></p><p><strong>Where</strong></p><p><strong>Entry</strong></p>")],
        [text("<p>Friday, 6 March, 7 pm</p><p>4 Quay Street</p><p>Free</p>")],
      ],
    ),
    button("Keep a seat for me"),
  ]),
  starter("receipt", "Receipt", "What was bought and what it came to.", () => [
    heading("Thank you, {{firstName|friend}}"),
    text("<p>We have your order. This is what is on its way:</p>"),
    block("table", {
      columns: 2,
      rows: 2,
      headerBackgroundColor: "#efebe3",
      table: {
        headers: [row("Item", "Price")],
        rows: [row("First item", "10.00"), row("Total", "10.00")],
        footers: [],
      },
      containerPadding: "8px 32px",
    }),
    button("See the order"),
  ]),
  starter("news", "Announcement", "Something new, said in one screen.", () => [
    small("NEW"),
    heading("It does one more thing now"),
    text(
      "<p>What it is, and whom it helps.</p><ul><li>The first thing that gets easier</li><li>The second</li><li>The third</li></ul>",
    ),
    button("Try it"),
  ]),
  starter("survey", "Question", "One question, three answers.", () => [
    heading("How did we do?"),
    text("<p>One click is enough, {{firstName|friend}}. It takes a second and helps us a lot.</p>"),
    columns(
      [1, 1, 1],
      [[button("Well", "center")], [button("So-so", "center")], [button("Badly", "center")]],
    ),
  ]),
  starter("reminder", "Reminder", "Short, friendly, with a date.", () => [
    heading("Only three days left"),
    text(
      "<p>{{firstName|Hello}}, on Friday the registration closes. You have begun already: it takes two more minutes.</p>",
    ),
    button("Finish it"),
    small("Done already? Then forget this mail, and thank you."),
  ]),
  starter("return", "We miss you", "For people who have not been here for long.", () => [
    heading("It has been a while"),
    text(
      "<p>Here is what has changed since you were here last. If it is no longer for you, one click below ends these mails.</p>",
    ),
    button("See what is new"),
  ]),
];

type Columns = { shares: number[]; contents: Block[][] };
type Part = Block | Columns;

function starter(key: string, title: string, about: string, parts: () => Part[]): Starter {
  return { key, title, about, make: () => designOf([...parts(), footer()]) };
}

/** Blocks that follow each other share a row; columns have one of their own. */
function designOf(parts: readonly Part[]): Design {
  const design = emptyDesign();
  const rows: Row[] = [];
  let open: Block[] | undefined;
  for (const part of parts) {
    if (isColumns(part)) {
      rows.push(rowOf(part.shares, part.contents));
      open = undefined;
    } else if (open === undefined) {
      open = [part];
      rows.push(rowOf([1], [open]));
    } else open.push(part);
  }
  return { ...design, body: { ...design.body, rows } };
}

function isColumns(part: Part): part is Columns {
  return !("type" in part);
}

function rowOf(cells: number[], contents: Block[][]): Row {
  const filled = contents.map((blocks) => ({ id: newId(), values: {}, contents: blocks }));
  return {
    id: newId(),
    cells,
    columns: filled,
    values: { columnsBackgroundColor: "#ffffff", padding: "0px" },
  };
}

function columns(shares: number[], contents: Block[][]): Part {
  return { shares, contents };
}

function block(type: string, values: Values): Block {
  return { id: newId(), type, values };
}

function heading(words: string, fontSize = "28px", textAlign = "left"): Block {
  const values = { headingType: "h1", fontSize, textAlign, color: ink, fontWeight: 700, lineHeight: "125%" };
  return block("heading", { ...values, text: words, containerPadding: "28px 32px 8px" });
}

function text(html: string, textAlign = "left"): Block {
  const values = { fontSize: "16px", lineHeight: "155%", color: ink, textAlign };
  return block("text", { ...values, text: html, containerPadding: "8px 32px" });
}

function small(words: string, textAlign = "left"): Block {
  const values = { fontSize: "13px", color: muted, textAlign, lineHeight: "150%" };
  return block("text", { ...values, text: `<p>${words}</p>`, containerPadding: "20px 32px 0px" });
}

function button(label: string, textAlign = "left"): Block {
  return block("button", {
    text: label,
    href: { name: "web", values: { href: "https://example.com", target: "_blank" } },
    buttonColors: { color: "#ffffff", backgroundColor: accent },
    fontSize: "16px",
    padding: "12px 24px",
    borderRadius: "6px",
    textAlign,
    containerPadding: "16px 32px 24px",
  });
}

function divider(): Block {
  return block("divider", {
    border: { borderTopWidth: "1px", borderTopStyle: "solid", borderTopColor: "#d8d3c8" },
    containerPadding: "8px 32px",
  });
}

function footer(): Block {
  return block("text", {
    fontSize: "13px",
    color: muted,
    lineHeight: "150%",
    containerPadding: "24px 32px 32px",
    text: '<p>You get this mail because you asked for it. <a href="{{unsubscribeUrl}}" target="_blank">Unsubscribe</a></p>',
  });
}

function row(...cells: string[]): Values {
  return { cells: cells.map((words) => ({ text: words })) };
}
