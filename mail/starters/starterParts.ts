import { type Block, type Design, newId, type Row, type Values } from "../design/design.ts";
import { emptyDesign } from "../design/palette.ts";
import { sampleAddress, samples } from "../design/samples.ts";

/** A block stands on the white sheet below the one before it; a band is a row with a ground and columns of its own. */
export type Part = Block | Band;
type Band = { shares: readonly number[]; contents: readonly Block[][]; ground: string; paddingPx: number };
type Align = "left" | "center";
type Look = { align?: Align; color?: string; sizePx?: number; padding?: string };

// Colours that hold on light paper, and where a mail reader turns the paper dark.
export const colours = {
  ink: "#1f2430",
  muted: "#5b6070",
  accent: "#b3360b",
  deep: "#8a2c0c",
  night: "#1f2b44",
  cream: "#fbf3e6",
  white: "#ffffff",
  tint: "#faf1e8",
  line: "#ddd6c9",
} as const;
const linkStyle = {
  body: true,
  linkColor: colours.accent,
  linkHoverColor: colours.deep,
  linkUnderline: true,
  linkHoverUnderline: true,
};
const letterFont = { label: "Georgia", value: "georgia,'times new roman',serif" };

type Sender = { company: string; street: string };

/** The parts on their sheet, between the sender's name and the footer, which both stand on the paper behind it. */
export function starterDesign(parts: readonly Part[], sender: Sender = samples): Design {
  const design = emptyDesign();
  const rows = [rowOf(masthead(sender), "")];
  let open: Block[] | undefined;
  for (const part of parts) {
    if (isBand(part)) {
      rows.push(bandRow(part));
      open = undefined;
    } else if (open === undefined) {
      open = [part];
      rows.push(rowOf(open, colours.white));
    } else open.push(part);
  }
  rows.push(rowOf(footer(sender), ""));
  return {
    ...design,
    body: { ...design.body, values: { ...design.body.values, linkStyle, _lang: "en" }, rows },
  };
}

function isBand(part: Part): part is Band {
  return "shares" in part;
}

function rowOf(blocks: Block[], ground: string): Row {
  return bandRow({ shares: [1], contents: [blocks], ground, paddingPx: 0 });
}

function bandRow({ shares, contents, ground, paddingPx }: Band): Row {
  // Space inside of the columns: around them the paper would show.
  const inner = { padding: `${paddingPx}px 0px` };
  const columns = contents.map((blocks) => ({ id: newId(), values: inner, contents: blocks }));
  const values = { columnsBackgroundColor: ground, padding: "0px" };
  return { id: newId(), cells: [...shares], columns, values };
}

/** Columns beside each other, below each other on a telephone. */
export function columns(shares: readonly number[], contents: readonly Block[][], ground = "#ffffff"): Part {
  return { shares, contents, ground, paddingPx: 8 };
}

/** A stripe of another colour across the sheet. */
export function band(ground: string, blocks: Block[]): Part {
  return { shares: [1], contents: [blocks], ground, paddingPx: 16 };
}

function block(type: string, values: Values): Block {
  return { id: newId(), type, values };
}

export function title(words: string, look: Look = {}): Block {
  return headingBlock("h1", words, { sizePx: 30, padding: "24px 36px 8px", ...look });
}

export function subtitle(words: string): Block {
  return headingBlock("h2", words, { sizePx: 19, padding: "16px 36px 4px" });
}

function headingBlock(headingType: "h1" | "h2", words: string, look: Look): Block {
  const { align = "left", color = colours.ink, sizePx, padding } = look;
  const values = { headingType, fontSize: `${sizePx}px`, textAlign: align, color, fontWeight: 700 };
  return block("heading", { ...values, lineHeight: "125%", text: words, containerPadding: padding });
}

export function text(html: string, look: Look = {}): Block {
  const { align = "left", color = colours.ink, sizePx = 16, padding = "6px 36px" } = look;
  const values = { fontSize: `${sizePx}px`, lineHeight: "155%", color, textAlign: align };
  return block("text", { ...values, text: html, containerPadding: padding });
}

/** Words of a letter, in a face with serifs. */
export function letter(html: string, padding = "6px 48px"): Block {
  const words = text(html, { sizePx: 17, padding });
  return { ...words, values: { ...words.values, lineHeight: "165%", fontFamily: letterFont } };
}

/** A word or two above a title. */
export function kicker(words: string, look: Look = {}): Block {
  const { color = colours.accent } = look;
  const spaced = `<p><span style="letter-spacing: 1.5px;"><strong>${words}</strong></span></p>`;
  return text(spaced, { sizePx: 13, padding: "28px 36px 0px", ...look, color });
}

export function note(words: string, look: Look = {}): Block {
  return text(`<p>${words}</p>`, { sizePx: 14, color: colours.muted, padding: "4px 36px 28px", ...look });
}

export function button(label: string, look: Look & { ground?: string; href?: string } = {}): Block {
  const { align = "left", color = colours.white, ground = colours.accent } = look;
  return block("button", {
    text: label,
    href: { name: "web", values: { href: look.href ?? sampleAddress, target: "_blank" } },
    buttonColors: { color, backgroundColor: ground },
    fontSize: "16px",
    fontWeight: 700,
    padding: "13px 26px",
    borderRadius: "6px",
    textAlign: align,
    containerPadding: look.padding ?? "18px 36px 32px",
  });
}

export function divider(): Block {
  const border = { borderTopWidth: "1px", borderTopStyle: "solid", borderTopColor: colours.line };
  return block("divider", { border, containerPadding: "12px 36px" });
}

/** One of our own pictures, served by the installation itself: `bench/drawing/starterPictures.ts` draws them. */
export function picture(
  name: string,
  { alt, small = false }: { alt: string; small?: boolean | undefined },
): Block {
  const size = small ? { width: 536, height: 340 } : { width: 1200, height: 540 };
  const src = { url: `/email-assets/starters/${name}.png`, ...size, autoWidth: true, maxWidth: "100%" };
  // Where columns stand below each other, a small picture has the whole width, as the words below it have.
  const onPhones = small ? { _override: { mobile: { src: { maxWidth: "100%" } } } } : {};
  const containerPadding = small ? "16px 36px 0px" : "0px";
  return block("image", { src, altText: alt, containerPadding, ...onPhones });
}

export function table(header: readonly string[], rows: readonly (readonly string[])[]): Block {
  const cells = (words: readonly string[]) => ({ cells: words.map((word) => ({ text: word })) });
  return block("table", {
    columns: header.length,
    rows: rows.length,
    headerBackgroundColor: colours.tint,
    table: { headers: [cells(header)], rows: rows.map(cells), footers: [] },
    containerPadding: "12px 36px",
  });
}

function masthead({ company }: Sender): Block[] {
  return [
    text(`<p><strong>${company}</strong></p>`, {
      align: "center",
      sizePx: 18,
      padding: "28px 24px 20px",
    }),
  ];
}

/** Why this mail comes, the way out, and the postal address that many countries ask for. */
function footer({ company, street }: Sender): Block[] {
  return [
    text(
      `<p>You get this mail because you asked for it. <a href="{{unsubscribeUrl}}" target="_blank">Unsubscribe</a></p><p>${company}, ${street}</p>`,
      { align: "center", sizePx: 13, color: colours.muted, padding: "24px 24px 40px" },
    ),
  ];
}
