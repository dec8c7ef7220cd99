import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Glob } from "bun";

const islands = resolve(import.meta.dir, "../../../islands");

/** A set of fields holds no focus of its own: what is in it may be closed while it changes. */
const sets = ["Workspace/leads/import/MapColumns.tsx"];

test("no button is disabled while it works, which would take the focus from whoever pressed it", () => {
  const working = /[\s{]disabled=\{[^}]*(\.running|\b(busy|isBusy|saving|calling)\b)/;
  const found = [...new Glob("**/*.tsx").scanSync(islands)].filter((file) =>
    working.test(readFileSync(join(islands, file), "utf8")),
  );
  expect(found).toEqual(sets);
});
