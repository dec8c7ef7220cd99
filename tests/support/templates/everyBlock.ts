const link = (href: string) => ({ name: "web", values: { href, target: "_blank" } });
const block = (type: string, values: Record<string, unknown>) => ({ id: `${type}1`, type, values });

type Extra = Record<string, unknown>;
type Block = { id: string; type: string; values: Record<string, unknown> };

/** A design with every block type, keys and a type that nobody knows, and columns of unequal width. */
export const everyBlock: {
  body: Extra & {
    rows: (Extra & { columns: (Extra & { contents: Block[] })[] })[];
  };
} & Record<string, unknown> = {
  counters: { u_row: 2, u_column: 3 },
  schemaVersion: 16,
  somethingNew: { kept: [1, null, "two"] },
  body: {
    id: "b1",
    values: {
      backgroundColor: "#F7F8F9",
      contentWidth: "600px",
      preheaderText: "Preview line",
      newKey: { a: 1 },
    },
    rows: [
      {
        id: "r1",
        cells: [1],
        values: { columnsBackgroundColor: "#ffffff", padding: "10px", displayCondition: { type: "unknown" } },
        columns: [
          {
            id: "c1",
            values: { padding: "0px" },
            contents: [
              block("heading", { headingType: "h1", fontSize: "28px", text: "Hello {{firstName}}" }),
              block("text", {
                text: '<p style="font-size: 18px"><strong>News</strong> <a href="https://example.com" target="_blank">Read it</a></p>',
                futureKey: true,
              }),
              block("button", { href: link("https://example.com/go"), text: "<span>Shop now</span>" }),
              block("image", {
                src: { url: "/email-assets/a.png", width: 600, height: 200 },
                altText: 'A "sign"',
                action: link("https://example.com/image"),
              }),
              block("divider", {}),
            ],
          },
        ],
      },
      {
        id: "r2",
        cells: [1, 2],
        values: { columnsBackgroundColor: "#ffffff" },
        columns: [
          {
            id: "c2",
            values: {},
            contents: [
              block("social", {
                icons: { iconType: "circle", icons: [{ name: "Facebook", url: "https://facebook.com/" }] },
              }),
              block("menu", {
                menu: { items: [{ key: "1", text: "Shop", link: link("https://example.com/s") }] },
              }),
              block("table", {
                table: {
                  headers: [{ cells: [{ text: "Item" }, { text: "Price" }] }],
                  rows: [{ cells: [{ text: "Tea" }, { text: "4" }] }],
                  footers: [],
                },
              }),
            ],
          },
          {
            id: "c3",
            values: {},
            contents: [
              block("video", {
                video: {
                  url: "https://www.youtube.com/watch?v=abc",
                  type: "youtube",
                  videoId: "abc",
                  thumbnail: "https://example.com/t.png",
                },
              }),
              block("html", { html: "<p><em>By hand</em></p>" }),
              block("paragraph", {
                textJson:
                  '{"root":{"children":[{"children":[{"format":1,"style":"","text":"Left","type":"extended-text"}],"type":"extended-paragraph"}],"type":"root"}}',
              }),
              block("mystery", { secret: [1, 2, 3] }),
              block("timer", {}),
            ],
          },
        ],
      },
    ],
  },
};
