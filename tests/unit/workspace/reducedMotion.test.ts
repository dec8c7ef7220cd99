import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "../../..");

test("under reduced motion no sheet's transition or animation runs: the last layer ends them all, and nothing stands above it", async () => {
  const base = await sheet("pages/styles/30-base.css");
  const last = base.slice(base.indexOf("@layer states {"));
  for (const end of [
    "*,",
    "::before,",
    "::after,",
    "::backdrop {",
    "transition-duration: 0s;",
    "transition-delay: 0s;",
    "animation-duration: 0.01ms;",
    "animation-delay: 0s;",
    "animation-iteration-count: 1;",
    "scroll-behavior: auto;",
  ])
    expect(last).toContain(end);
  const order = /@layer ([\w\s,-]+);/.exec(await allSheets())?.[1]?.split(/,\s*/) ?? [];
  expect(order.at(-1)).toBe("states");
  for await (const path of new Glob("{islands,pages}/**/*.css").scan(root)) {
    const css = await sheet(path);
    // What is in no layer, or important, would stand above the last layer.
    const unlayered = outsideLayers(css);
    expect({ path, unlayered: /\b(transition|animation)\b/.test(unlayered) }).toEqual({
      path,
      unlayered: false,
    });
    expect({ path, important: /(transition|animation)[^;{}]*!important/.test(css) }).toEqual({
      path,
      important: false,
    });
  }
});

test("nothing moves by program, where no sheet could end it", async () => {
  for await (const path of new Glob("{islands,pages}/**/*.{ts,tsx}").scan(root))
    expect({
      path,
      moves: /behavior:\s*"smooth"|\.animate\(|startViewTransition/.test(await sheet(path)),
    }).toEqual({ path, moves: false });
});

async function sheet(path: string): Promise<string> {
  return (await Bun.file(join(root, path)).text()).replace(/\/\*[\s\S]*?\*\//g, "");
}

async function allSheets(): Promise<string> {
  const paths = [...new Glob("{islands,pages}/**/*.css").scanSync(root)];
  return (await Promise.all(paths.map(sheet))).join("\n");
}

/** What is left of a sheet once the blocks of its layers are taken out. */
function outsideLayers(css: string): string {
  let depth = 0;
  let left = "";
  let isLayer = false;
  let head = "";
  for (const letter of css) {
    if (depth === 0) {
      head = letter === "}" || letter === ";" ? "" : head + letter;
      if (letter === "{") isLayer = /@layer\s+\w+\s*\{$/.test(head);
    }
    if (!(isLayer && depth > 0)) left += letter;
    if (letter === "{") depth += 1;
    if (letter === "}") {
      depth -= 1;
      if (depth === 0) {
        isLayer = false;
        head = "";
      }
    }
  }
  return left;
}
