import type { Design } from "../../mail/design/design.ts";
import { withPreviewLine } from "../../mail/design/previewLine.ts";
import { button, type Part, picture, starterDesign, text, title } from "../../mail/starters/starterParts.ts";
import { renderDesign } from "../templates/renderDesign.ts";

export type DemoTemplate = { name: string; design: Design; html: string };

const sender = { company: "Harbour Studio", street: "4 Quay Street" };
const paragraph = (words: string) => text(`<p>${words}</p>`);

/** What a newcomer finds under My Templates: one letter to one person, one to everybody; drawn as if they had been saved. */
export async function drawDemoTemplates(
  base: string | null,
): Promise<{ welcome: DemoTemplate; news: DemoTemplate }> {
  const draw = async (name: string, line: string, parts: Part[]): Promise<DemoTemplate> => {
    const design = withPreviewLine(starterDesign(parts, sender), line) as Design;
    return { name, design, html: (await renderDesign({ design, base })).html };
  };
  return {
    welcome: await draw("Welcome", "What happens next, in three lines.", welcome()),
    news: await draw("Monthly news", "A new workshop, a short read and a date for your calendar.", news()),
  };
}

function welcome(): Part[] {
  return [
    title("Good to have you, {{firstName|friend}}"),
    paragraph("Thank you for signing up. Here is what you can expect from us:"),
    paragraph("<strong>One letter a month.</strong> New work, one useful idea, nothing else."),
    paragraph("<strong>Answers from a person.</strong> Reply to any mail and one of us reads it."),
    paragraph("<strong>An easy way out.</strong> The link below works at once, no questions asked."),
    button("See our work", { href: "https://example.com/work" }),
  ];
}

function news(): Part[] {
  return [
    picture("harbour", { alt: "Boats in a small harbour at night, with lights in the windows behind it" }),
    title("What we made this month"),
    paragraph("Hello {{firstName|there}},"),
    paragraph(
      "<strong>The spring workshop is open.</strong> Two days, twelve places, one finished print to take home.",
    ),
    paragraph(
      '<strong>A short read.</strong> Why we still draw every letter by hand before it goes anywhere near a screen: <a href="https://example.com/work">how we work</a>.',
    ),
    paragraph(
      "<strong>See you at the fair?</strong> We have stand 14 from Thursday to Saturday. Coffee is on us.",
    ),
    button("Keep a place for me", { href: "https://example.com/workshop" }),
  ];
}
