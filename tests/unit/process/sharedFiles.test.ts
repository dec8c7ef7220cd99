import { expect, test } from "bun:test";
import { relative } from "node:path";
import { islandFolders, islandsFolder } from "../../../server/build/islandFolders.ts";
import { heldByParts, sharedFiles } from "../../../server/build/sharedFiles.ts";

const parts = await heldByParts();

test("whoever shares a file is an island, or a part that is loaded later", () => {
  const known = [
    ...islandFolders().map(({ name }) => name),
    ...Object.keys(parts).map((path) => relative(islandsFolder, path)),
  ];
  for (const { by } of sharedFiles) expect(known).toEqual(expect.arrayContaining([...by]));
});

test("a part that is loaded later names its island, and one that several islands share names none", () => {
  const linesOf = (part: string) =>
    parts[`${islandsFolder}/${part}`]?.split("\n").slice(-12).join("\n") ?? "";
  expect(linesOf("Workspace/leads/page/LeadPage.tsx")).toContain(`import { default as held`);
  expect(linesOf("_parts/fields/DatePanel.tsx")).toEndWith("const held = [];\nexport { held };\n");
});
