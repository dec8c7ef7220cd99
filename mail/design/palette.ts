import { type Block, type Design, newId, type Values } from "./design.ts";
import { emptyRow } from "./editRows.ts";
import { samples } from "./samples.ts";

export type Preset = { key: PresetKey; type: string; icon: string; values: Values };

export type PresetKey =
  | "heading"
  | "text"
  | "button"
  | "image"
  | "divider"
  | "spacer"
  | "social"
  | "menu"
  | "table"
  | "video"
  | "html"
  | "unsubscribe";

const link = (href: string) => ({ name: "web", values: { href, target: "_blank" } });

/** What can be put into a mail. The unsubscribe footer is an ordinary text, so that Unlayer's editor knows it too. */
export const presets: readonly Preset[] = [
  {
    key: "heading",
    type: "heading",
    icon: "M6 5v14M18 5v14M6 12h12",
    values: { headingType: "h2", fontSize: "24px", text: "Heading" },
  },
  {
    key: "text",
    type: "text",
    icon: "M5 6h14M5 11h14M5 16h9",
    values: { fontSize: "16px", lineHeight: "150%", text: `<p>${samples.blockText}</p>` },
  },
  {
    key: "button",
    type: "button",
    icon: "M3 8h18v8H3ZM8 12h8",
    values: { text: "Button", href: link("https://"), padding: "12px 24px" },
  },
  {
    key: "image",
    type: "image",
    icon: "M3 5h18v14H3ZM3 16l5-5 4 4 3-3 6 6",
    values: { altText: "" },
  },
  { key: "divider", type: "divider", icon: "M4 12h16", values: {} },
  {
    key: "spacer",
    type: "text",
    icon: "M12 4v16M8 8l4-4 4 4M8 16l4 4 4-4",
    values: { text: "", containerPadding: "20px 0px 0px" },
  },
  {
    key: "social",
    type: "social",
    icon: "M9 12a3 3 0 1 1-6 0 3 3 0 1 1 6 0M21 5a3 3 0 1 1-6 0 3 3 0 1 1 6 0M21 19a3 3 0 1 1-6 0 3 3 0 1 1 6 0M8.700 10.500l6.500-4M8.700 13.500l6.500 4",
    values: {
      icons: {
        iconType: "circle",
        icons: [
          { name: "Facebook", url: "https://facebook.com/" },
          { name: "Instagram", url: "https://instagram.com/" },
          { name: "Website", url: "https://" },
        ],
      },
    },
  },
  {
    key: "menu",
    type: "menu",
    icon: "M3 12h4M10 12h4M17 12h4",
    values: {
      menu: {
        items: ["Home", "Shop", "Contact"].map((text, at) => ({
          key: String(at + 1),
          text,
          link: link("https://"),
        })),
      },
    },
  },
  {
    key: "table",
    type: "table",
    icon: "M4 5h16v14H4ZM4 10h16M12 5v14",
    values: {
      columns: 2,
      rows: 2,
      table: {
        headers: [{ cells: [{ text: "Item" }, { text: "Price" }] }],
        rows: [
          { cells: [{ text: "First" }, { text: "10" }] },
          { cells: [{ text: "Second" }, { text: "20" }] },
        ],
        footers: [],
      },
    },
  },
  {
    key: "video",
    type: "video",
    icon: "M3 5h18v14H3ZM10 9l5 3-5 3Z",
    values: { video: { url: "", thumbnail: "" } },
  },
  {
    key: "html",
    type: "html",
    icon: "M8 7l-5 5 5 5M16 7l5 5-5 5",
    values: { html: `<p>${samples.blockHtml}</p>` },
  },
  {
    key: "unsubscribe",
    type: "text",
    icon: "M4 4h16v16H4ZM8 16h8",
    values: {
      fontSize: "12px",
      color: "#666666",
      textAlign: "center",
      text: '<p>You get this email because you signed up. <a href="{{unsubscribeUrl}}" target="_blank">Unsubscribe</a></p>',
    },
  },
];

/** The shapes of a row, by the shares of its columns. */
export const rowShapes: readonly (readonly number[])[] = [[1], [1, 1], [1, 2], [1, 1, 1]];

export function presetBlock({ type, values }: Preset): Block {
  return { id: newId(), type, values: structuredClone(values) };
}

/** An empty mail on paper, to begin with. */
export function emptyDesign(): Design {
  const row = emptyRow([1]);
  return {
    schemaVersion: 16,
    body: {
      headers: [],
      footers: [],
      rows: [{ ...row, values: { columnsBackgroundColor: "#ffffff", padding: "0px" } }],
      values: {
        backgroundColor: "#f6f4f0",
        contentWidth: "600px",
        textColor: "#1f2430",
        fontFamily: { label: "Arial", value: "arial,helvetica,sans-serif" },
      },
    },
  };
}

/** HTML that has no design, as a design of one block. */
export function designOfHtml(html: string): Design {
  const design = emptyDesign();
  const [row] = design.body.rows;
  row?.columns[0]?.contents.push({ id: newId(), type: "html", values: { html, containerPadding: "0px" } });
  return design;
}
