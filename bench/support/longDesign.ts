/** A design of so many rows with five blocks each, half of them in two columns. */
export function longDesign(rows: number): unknown {
  return {
    schemaVersion: 16,
    body: {
      values: { backgroundColor: "#f6f4f0", contentWidth: "600px", textColor: "#1f2430" },
      rows: Array.from({ length: rows }, (_, row) => rowOf(row)),
    },
  };
}

function rowOf(row: number) {
  const block = (type: string, values: object) => ({ id: `${type}${row}`, type, values });
  const href = { name: "web", values: { href: "https://example.com/", target: "_blank" } };
  const contents = [
    block("heading", { headingType: "h2", fontSize: "22px", text: `Part ${row + 1}` }),
    block("text", {
      fontSize: "16px",
      text: `<p>Dear {{firstName|friend}}, this is <strong>part ${row + 1}</strong> of the news, with a <a href="https://example.com/" target="_blank">link</a> and a few more words.</p>`,
    }),
    block("button", { text: "Read more", href }),
    block("divider", {}),
    block("html", { html: "<table><tr><td><em>By hand</em></td></tr></table>" }),
  ];
  const halves = [contents.slice(0, 3), contents.slice(3)];
  const columns = (row % 2 === 0 ? [contents] : halves).map((list, at) => ({
    id: `c${row}_${at}`,
    values: {},
    contents: list,
  }));
  return {
    id: `r${row}`,
    cells: columns.map(() => 1),
    values: { columnsBackgroundColor: "#ffffff" },
    columns,
  };
}
