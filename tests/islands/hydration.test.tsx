import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { loadRegistry } from "../../server/build/loadRegistry.ts";
import { type HydratedIsland, hydrateIsland } from "../support/browser/hydrateIsland.ts";

const registry = await loadRegistry({ folder: join(import.meta.dir, "../support/islands") });

let open: HydratedIsland | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

test("an island answers clicks after it is hydrated from the server's HTML", async () => {
  open = await hydrateIsland({ name: "Counter", props: { start: 41 }, registry });
  const { document, marker } = open;
  expect(open.serverHtml).toContain("41</output>");
  expect(marker.dataset.hydrated).toBe("");

  await open.act(() => document.querySelector("button")?.click());
  expect(document.querySelector("output")?.textContent).toBe("42");
});

test("an id made by useId is the same on the server and in the browser", async () => {
  open = await hydrateIsland({ name: "Counter", props: { start: 0 }, registry });
  const id = /<output id="([^"]+)"/.exec(open.serverHtml)?.[1];
  expect(id).toStartWith("_i0-");
  await open.act(() => open?.document.querySelector("button")?.click());
  expect(open.document.querySelector("output")?.id).toBe(String(id));
});

test("an island that renders otherwise in the browser than on the server fails", async () => {
  const attempt = hydrateIsland({ name: "Mismatched", registry });
  await expect(attempt).rejects.toThrow("was not quiet");
});

test("props that the schema does not name never leave the server", async () => {
  const attempt = hydrateIsland({ name: "Counter", props: { start: 1, passwordHash: "secret" }, registry });
  await expect(attempt).rejects.toThrow("passwordHash");
});

test("a name without a folder is refused with the folder it looked for", async () => {
  await expect(hydrateIsland({ name: "Nowhere", registry })).rejects.toThrow("islands/Nowhere");
});

const hostile = fc.oneof(
  fc.constantFrom(
    "</script><script>alert(1)</script>",
    `'"><img src=x onerror=alert(1)>`,
    "&quot;&#39;&amp;",
  ),
  fc.constantFrom("\u2028\u2029", "\r\n\t\0", "<!--", "]]>", "{{constructor}}", "#{7*7}", "\ud800"),
  fc.string({ unit: "binary" }),
);

test("any JSON survives the way through the page unchanged, and none of it becomes markup", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(hostile, fc.jsonValue(), fc.dictionary(hostile, hostile)), async (value) => {
      const island = await hydrateIsland({ name: "Echo", props: { value }, registry });
      try {
        const expected = JSON.stringify(value);
        expect(JSON.parse(island.marker.dataset.props ?? "").value).toEqual(JSON.parse(expected));
        expect(island.marker.querySelector("pre")?.textContent).toBe(expected);
        expect(island.document.querySelectorAll("script, img").length).toBe(0);
        expect(island.document.querySelectorAll("*").length).toBe(5);
      } finally {
        await island.close();
      }
    }),
    { numRuns: 60 },
  );
});

test("a key called __proto__ changes no prototype", async () => {
  const value: unknown = JSON.parse(
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  );
  open = await hydrateIsland({ name: "Echo", props: { value }, registry });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(open.marker.querySelector("pre")?.textContent).toBe(JSON.stringify(value));
});
