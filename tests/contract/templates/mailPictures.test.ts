import { afterAll, beforeAll, expect, test } from "bun:test";
import { emptyDesign, presetBlock, presets } from "../../../mail/design/palette.ts";
import { networks } from "../../../mail/drawing/blockHtml.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer({}, { islands: true });
  ada = await server.signUp();
});
afterAll(() => server.close());

/** A social block with these pages, as it is sent. */
async function drawn(names: readonly string[], iconType: string): Promise<string> {
  const preset = presets.find(({ key }) => key === "social");
  if (preset === undefined) throw new Error("The palette has no social block");
  const block = presetBlock(preset);
  block.values.icons = { iconType, icons: names.map((name) => ({ name, url: "https://example.com/" })) };
  const design = emptyDesign();
  design.body.rows[0]?.columns[0]?.contents.push(block);
  return (await ada.client("POST /templates/render", { body: { design, name: "Pages" } })).html;
}

test("every icon that a social block can show is served, in each shape", async () => {
  for (const shape of ["circle", "square", "rounded"]) {
    const pictures = (await drawn(networks, shape)).match(/[^"]+\/email-assets\/[^"]+/g) ?? [];
    expect(pictures).toHaveLength(networks.length);
    for (const address of pictures) {
      const answer = await fetch(server.url + new URL(address).pathname);
      expect({ address, status: answer.status, type: answer.headers.get("content-type") }).toEqual({
        address,
        status: 200,
        type: "image/png",
      });
    }
  }
});

test("a page that has no icon, and a shape that there is none of, show what there is", async () => {
  const html = await drawn(["Twitter", "../../secret"], "hexagon");
  expect(html.match(/icons\/[^"]+/g)).toEqual(["icons/circle/x.png", "icons/circle/website.png"]);
});

test("where the installation does not know its address, pictures lead to where the editor was used", async () => {
  const unknown = await startTestServer({ PUBLIC_URL: "" });
  const eve = await unknown.signUp();
  const design = emptyDesign();
  const preset = presets.find(({ key }) => key === "social");
  if (preset !== undefined) design.body.rows[0]?.columns[0]?.contents.push(presetBlock(preset));
  const answer = await fetch(`${unknown.url}/templates/render`, {
    method: "POST",
    headers: { cookie: eve.cookie, origin: unknown.url, "content-type": "application/json" },
    body: JSON.stringify({ design, name: "Pages" }),
  });
  expect(((await answer.json()) as { html: string }).html).toContain(`"${unknown.url}/email-assets/social/`);
  await unknown.close();
});
