import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryFolder } from "../../support/runtime/memoryFolder.ts";

const parent = mkdtempSync(join(tmpdir(), "amplify-memory-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test("a run's tests write where anybody may write and programs may be started, if it is there and large enough", () => {
  const folder = memoryFolder(parent, 1);
  if (folder === null) throw new Error("none was made");
  expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, "program"), "#!/bin/sh\nexit 3\n", { mode: 0o755 });
  expect(Bun.spawnSync([join(folder, "program")]).exitCode).toBe(3);

  expect(memoryFolder(parent, Number.MAX_SAFE_INTEGER)).toBeNull();
  expect(memoryFolder(join(parent, "none"), 1)).toBeNull();
  expect(readdirSync(parent)).toHaveLength(1);
});

test("it goes when the run ends", () => {
  const module = join(import.meta.dir, "../../support/runtime/memoryFolder.ts");
  const script = `import { memoryFolder } from ${JSON.stringify(module)}; console.log(memoryFolder(${JSON.stringify(parent)}, 1));`;
  const folder = Bun.spawnSync([process.execPath, "-e", script]).stdout.toString().trim();
  expect(folder).toStartWith(parent);
  expect(existsSync(folder)).toBe(false);
});
